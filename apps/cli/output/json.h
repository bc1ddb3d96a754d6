// SPDX-License-Identifier: MIT
// What is printed as JSON. Only the source file of this header reads nlohmann's, which takes a compiler seconds.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <tactus/geometry.h>

namespace tactus::cli {

/// A JSON value that is put together to be printed. Members of an object stay in the order in which they were added.
class Json {
public:
    /// null
    Json() = default;
    Json(std::same_as<bool> auto value) : value_(value) {}
    Json(double value) : value_(value) {}
    Json(std::unsigned_integral auto value) requires(!std::same_as<decltype(value), bool>)
        : value_(std::uint64_t{value})
    {
    }
    Json(std::signed_integral auto value) : value_(std::int64_t{value}) {}
    Json(std::string text) : value_(std::move(text)) {}
    Json(std::string_view text) : value_(std::string(text)) {}
    Json(const char* text) : value_(std::string(text)) {}
    template <class Value>
    Json(const std::vector<Value>& values) : value_(Items(values.begin(), values.end()))
    {
    }
    /// An object of {"name", value} each, or an array of what is listed if one of them is something else.
    Json(std::initializer_list<Json> values);

    static Json array();
    static Json object();

    /// The member of an object, which is added if it is not there. A null becomes an object.
    Json& operator[](std::string_view name);
    /// Adds to the end of an array. A null becomes an array.
    void push_back(Json value);
    /// Sets the members that another object has.
    void update(const Json& other);

    /// Over several lines. Bytes of texts that are not UTF-8 become U+FFFD, the replacement character.
    std::string text() const;

private:
    using Items = std::vector<Json>;
    using Members = std::vector<std::pair<std::string, Json>>;
    friend struct JsonCopy;

    std::variant<std::nullptr_t, bool, std::int64_t, std::uint64_t, double, std::string, Items, Members> value_ =
        nullptr;
};

/// A point or a direction as an array of three numbers.
inline Json point_json(const Vec3& point) { return {double{point.x}, double{point.y}, double{point.z}}; }

} // namespace tactus::cli
