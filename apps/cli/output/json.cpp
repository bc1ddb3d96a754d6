// SPDX-License-Identifier: MIT
#include "cli/output/json.h"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace tactus::cli {

/// Turns a value into one of nlohmann's library, which knows how numbers and texts are written.
struct JsonCopy {
    nlohmann::ordered_json operator()(const Json::Items& items) const
    {
        nlohmann::ordered_json copy = nlohmann::ordered_json::array();
        for (const Json& item : items)
            copy.push_back(std::visit(*this, item.value_));
        return copy;
    }
    nlohmann::ordered_json operator()(const Json::Members& members) const
    {
        nlohmann::ordered_json copy = nlohmann::ordered_json::object();
        for (const auto& [name, member] : members)
            copy.emplace(name, std::visit(*this, member.value_));
        return copy;
    }
    nlohmann::ordered_json operator()(const auto& value) const { return value; }
};

Json::Json(std::initializer_list<Json> values)
{
    const bool is_object = std::ranges::all_of(values, [](const Json& value) {
        const Items* pair = std::get_if<Items>(&value.value_);
        return pair && pair->size() == 2 && std::holds_alternative<std::string>((*pair)[0].value_);
    });
    if (!is_object) {
        value_ = Items(values);
        return;
    }
    *this = object();
    for (const Json& value : values) {
        const Items& pair = std::get<Items>(value.value_);
        (*this)[std::get<std::string>(pair[0].value_)] = pair[1];
    }
}

Json Json::array()
{
    Json made;
    made.value_ = Items();
    return made;
}

Json Json::object()
{
    Json made;
    made.value_ = Members();
    return made;
}

Json& Json::operator[](std::string_view name)
{
    if (std::holds_alternative<std::nullptr_t>(value_))
        value_ = Members();
    Members& members = std::get<Members>(value_);
    const auto found = std::ranges::find(members, name, &Members::value_type::first);
    if (found != members.end())
        return found->second;
    return members.emplace_back(name, Json()).second;
}

void Json::push_back(Json value)
{
    if (std::holds_alternative<std::nullptr_t>(value_))
        value_ = Items();
    std::get<Items>(value_).push_back(std::move(value));
}

void Json::update(const Json& other)
{
    for (const auto& [name, member] : std::get<Members>(other.value_))
        (*this)[name] = member;
}

std::string Json::text() const
{
    return std::visit(JsonCopy{}, value_).dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

} // namespace tactus::cli
