// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace tactus::fuzz {

/// A promise that was not kept.
struct Finding {
    std::string check;   ///< The name of the check, as --only and --skip take it.
    std::string message; ///< What differed, and where.
};

/// How much was looked at.
struct Counts {
    std::uint64_t worlds = 0;
    std::uint64_t queries = 0;
    std::uint64_t contacts = 0;
    std::uint64_t pairs = 0;

    Counts& operator+=(const Counts& other)
    {
        worlds += other.worlds;
        queries += other.queries;
        contacts += other.contacts;
        pairs += other.pairs;
        return *this;
    }
};

/// Collects what checks find. Only those checks are made that are wanted.
class Findings {
public:
    std::vector<std::string> only; ///< Names of the checks to make; all if it is empty.
    std::vector<std::string> skip; ///< Names of checks to leave out.
    Counts counts;
    std::string context;            ///< Which world it is that is looked at; stands before every message.
    std::function<void()> on_first; ///< Called when the first one is noted.

    bool wants(const std::string& check) const
    {
        const auto has = [&](const std::vector<std::string>& list) {
            return std::find(list.begin(), list.end(), check) != list.end();
        };
        return (only.empty() || has(only)) && !has(skip);
    }
    void add(const std::string& check, const std::string& message)
    {
        // One check that goes wrong everywhere hides no other.
        constexpr std::size_t max_of_a_check = 100;
        if (!wants(check) || ++count_of_[check] > max_of_a_check)
            return;
        if (found_.empty() && on_first)
            on_first();
        found_.push_back({check, context.empty() ? message : context + ": " + message});
    }
    /// Notes one that says more than those before.
    void add_first(const std::string& check, const std::string& message)
    {
        if (wants(check))
            found_.insert(found_.begin(), {check, message});
    }
    /// Notes a finding if something that should hold does not.
    void expect(bool holds, const std::string& check, const std::string& message)
    {
        if (!holds)
            add(check, message);
    }
    const std::vector<Finding>& found() const { return found_; }

private:
    std::vector<Finding> found_;
    std::map<std::string, std::size_t> count_of_; ///< per check, those that were not noted too
};

} // namespace tactus::fuzz
