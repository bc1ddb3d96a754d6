// SPDX-License-Identifier: MIT
// This file always has its checks, whatever the build type.
#ifndef TACTUS_CHECKS
#define TACTUS_CHECKS 1
#endif
#include "base/check.h"

#include <string>

#include <gtest/gtest.h>

namespace tactus {
namespace {

std::string last_condition;
int last_line = 0;
int failures = 0;

void note(const char* condition, const char*, int line)
{
    last_condition = condition;
    last_line = line;
    ++failures;
}

TEST(Check, CallsTheHandlerWithTheConditionThatFailed)
{
    failures = 0;
    const CheckHandler before = set_check_handler(&note);
    const int answer = 41;
    TACTUS_CHECK(answer == 42);
    const int line = __LINE__ - 1;
    TACTUS_CHECK(answer == 41);
    EXPECT_EQ(set_check_handler(before), &note);
    EXPECT_EQ(failures, 1);
    EXPECT_EQ(last_condition, "answer == 42");
    EXPECT_EQ(last_line, line);
}

TEST(Check, GoesBackToTheDefaultForANullHandler)
{
    const CheckHandler standard = set_check_handler(&note);
    EXPECT_EQ(set_check_handler(nullptr), &note);
    EXPECT_EQ(set_check_handler(standard), standard);
}

TEST(CheckDeathTest, EndsTheProgramByDefaultWithoutAWord)
{
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_DEATH(TACTUS_CHECK(1 > 2), "^$");
}

} // namespace
} // namespace tactus
