// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace tactus {

/// What kind of thing went wrong. The sentence beside it says where, and with which number.
enum class ErrorCode {
    invalid_argument, ///< a value that no call accepts: nan, an index out of range, a wrong count
    stale_id,         ///< an id whose body was removed
    too_large,        ///< more triangles, vertices or bodies than 32-bit indices hold
    unreadable_file,  ///< a file that is missing, truncated, or not what its name says
    unavailable,      ///< something this build or this machine does not have
    cancelled,        ///< given up because the caller said so
    out_of_memory,    ///< memory ended before it was done
};

/// A refusal: nothing was changed.
struct Error {
    ErrorCode code = ErrorCode::invalid_argument;
    std::string message;
};

/// A value, or the reason why there is none.
template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : content_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : content_(std::in_place_index<1>, std::move(error)) {}

    bool ok() const { return content_.index() == 0; }
    explicit operator bool() const { return ok(); }

    /// The value. Asking a refusal for its value ends the program with std::bad_variant_access.
    T& value() & { return std::get<0>(content_); }
    const T& value() const& { return std::get<0>(content_); }
    T&& value() && { return std::get<0>(std::move(content_)); }

    /// The refusal. Only where ok() is false.
    const Error& error() const { return std::get<1>(content_); }

private:
    std::variant<T, Error> content_;
};

/// Done, or the reason why not.
template <>
class [[nodiscard]] Result<void> {
public:
    Result() = default;
    Result(Error error) : error_(std::move(error)) {}

    bool ok() const { return !error_.has_value(); }
    explicit operator bool() const { return ok(); }

    /// The refusal. Only where ok() is false.
    const Error& error() const { return *error_; }

private:
    std::optional<Error> error_;
};

/// Called when the library finds one of its own promises, or a caller's, broken. The default ends the program.
/// Checks are compiled into debug builds and into builds with TACTUS_CHECKS=ON.
using CheckHandler = void (*)(const char* condition, const char* file, int line);

/// Installs a handler for the whole program and gives the one before. Not to be called while queries run.
CheckHandler set_check_handler(CheckHandler handler);

} // namespace tactus
