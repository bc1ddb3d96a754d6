// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

/// What is wrong with a text of elements, attributes and escaped letters, as a sentence; empty if nothing is.
inline std::string fault_in_markup(const std::string& text)
{
    std::vector<std::string> open;
    std::size_t elements = 0;
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == '&') {
            const std::size_t end = text.find(';', at);
            const std::string name = end == std::string::npos ? "" : text.substr(at + 1, end - at - 1);
            if (name != "amp" && name != "lt" && name != "gt" && name != "quot")
                return "a letter is escaped wrongly at " + std::to_string(at);
        }
        if (text[at] != '<') {
            if (open.empty() && text[at] != '\n')
                return "text outside of all elements at " + std::to_string(at);
            ++at;
            continue;
        }
        const std::size_t end = text.find('>', at);
        if (end == std::string::npos)
            return "an element does not end";
        const std::string inside = text.substr(at + 1, end - at - 1);
        if (inside.find('<') != std::string::npos)
            return "an element within an element's brackets: " + inside;
        std::size_t quotes = 0;
        for (const char letter : inside)
            quotes += letter == '"' ? 1 : 0;
        if (quotes % 2 != 0)
            return "a quote is not closed: " + inside;
        if (inside.starts_with('/')) {
            if (open.empty() || open.back() != inside.substr(1))
                return "closes what is not open: " + inside;
            open.pop_back();
        } else {
            if (open.empty() && elements > 0)
                return "a second root: " + inside;
            ++elements;
            if (!inside.ends_with('/'))
                open.push_back(inside.substr(0, inside.find(' ')));
        }
        at = end + 1;
    }
    if (!open.empty())
        return "is never closed: " + open.back();
    return elements == 0 ? "there is nothing in it" : "";
}
