// SPDX-License-Identifier: MIT
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include <tactus/result.h>

namespace tactus {
namespace {

void print_sentence(const char* sentence, const char*, int) { std::fprintf(stderr, "heard: %s\n", sentence); }

Result<int> refusal() { return Error{ErrorCode::invalid_argument, "vertex 812: x is nan"}; }

TEST(Result, HasAValueOrARefusal)
{
    Result<std::unique_ptr<int>> result = std::make_unique<int>(7);
    EXPECT_TRUE(result.ok());
    EXPECT_EQ(*result.value(), 7);
    EXPECT_EQ(*std::move(result).value(), 7);
    EXPECT_FALSE(refusal());
    EXPECT_EQ(refusal().error().message, "vertex 812: x is nan");
    Result<void>().value();
}

TEST(ResultDeathTest, ARefusalThatIsAskedForItsValueEndsTheProgramWithItsSentence)
{
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_DEATH((void)refusal().value(), "a refusal was asked for its value: vertex 812: x is nan");
    const Result<void> nothing = Error{ErrorCode::stale_id, "body 3 was removed"};
    EXPECT_DEATH(nothing.value(), "body 3 was removed");
    EXPECT_DEATH((void)Result<int>(1).error(), "asked for its error");
}

TEST(ResultDeathTest, TheCheckHandlerHearsTheSentenceInEveryBuild)
{
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_DEATH(
        {
            set_check_handler(&print_sentence);
            (void)refusal().value();
        },
        "heard: a refusal was asked for its value: vertex 812: x is nan");
}

TEST(ResultDeathTest, NoHandlerCanCatchIt)
{
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_DEATH(
        {
            try {
                (void)refusal().value();
            } catch (...) {
                std::exit(0);
            }
        },
        "vertex 812: x is nan");
}

} // namespace
} // namespace tactus
