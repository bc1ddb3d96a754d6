// SPDX-License-Identifier: MIT
#include "scenes/words/nearest_names.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace tactus::scenes {

std::size_t edit_distance(std::string_view a, std::string_view b)
{
    // The rows of the two letters of a before this one, and of this one.
    std::vector<std::size_t> oldest, before, row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        oldest = std::exchange(before, row);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t changed = before[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({changed, before[j] + 1, row[j - 1] + 1});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], oldest[j - 2] + 1);
        }
    }
    return row[b.size()];
}

namespace {

/// All names, the nearest first.
std::vector<std::string_view> ranked(std::string_view name, const std::vector<std::string_view>& known)
{
    std::vector<std::pair<std::size_t, std::string_view>> by_distance;
    for (const std::string_view candidate : known) {
        const bool contains = !name.empty() && candidate.find(name) != std::string_view::npos;
        // A name far longer than any cannot be near one, and must not cost its length squared.
        by_distance.emplace_back(contains ? 0 : edit_distance(name.substr(0, 100), candidate), candidate);
    }
    std::ranges::stable_sort(by_distance, {}, [](const auto& entry) { return entry.first; });
    std::vector<std::string_view> names;
    for (const auto& [distance, candidate] : by_distance)
        names.push_back(candidate);
    return names;
}

} // namespace

std::string nearest_names(std::string_view name, const std::vector<std::string_view>& known)
{
    std::string text = "; nearest: ";
    const std::vector<std::string_view> names = ranked(name, known);
    for (std::size_t i = 0; i < std::min<std::size_t>(3, names.size()); ++i)
        text.append(i == 0 ? "" : ", ").append(names[i]);
    return text;
}

std::string_view nearest_name(std::string_view name, const std::vector<std::string_view>& known)
{
    return known.empty() ? std::string_view() : ranked(name, known).front();
}

std::string_view name_meant(std::string_view name, const std::vector<std::string_view>& known)
{
    if (name.empty() || name.size() > 60 || known.empty())
        return {};
    std::string given(name);
    for (char& letter : given)
        letter = letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
    const auto contains = [&](std::string_view candidate) { return candidate.find(given) != std::string_view::npos; };
    if (given.size() > 2 && std::ranges::count_if(known, contains) == 1)
        return *std::ranges::find_if(known, contains);
    const auto edits = [&](std::string_view candidate) { return edit_distance(given, candidate); };
    const std::string_view nearest = *std::ranges::min_element(known, {}, edits);
    return edits(nearest) <= given.size() / 3 ? nearest : std::string_view();
}

} // namespace tactus::scenes
