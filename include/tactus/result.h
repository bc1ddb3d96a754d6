// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>

/// The version of these headers; version() is that of the library that is linked.
#define TACTUS_VERSION_MAJOR 0
#define TACTUS_VERSION_MINOR 2
#define TACTUS_VERSION_PATCH 0
#define TACTUS_VERSION_STRING "0.2.0"
/// One number that grows with every version: 10000 for each major, 100 for each minor and 1 for each patch version.
#define TACTUS_VERSION (TACTUS_VERSION_MAJOR * 10000 + TACTUS_VERSION_MINOR * 100 + TACTUS_VERSION_PATCH)

namespace tactus {

/// A version of the library. Before 1.0 a minor version may change the interface.
struct Version {
    std::uint32_t major_number = 0;
    std::uint32_t minor_number = 0;
    std::uint32_t patch_number = 0;

    friend constexpr bool operator==(const Version&, const Version&) = default;
    friend constexpr auto operator<=>(const Version&, const Version&) = default;
};

/// The version of the library that is linked. It differs from TACTUS_VERSION where the headers are of another one.
///
///     if (version() != Version{TACTUS_VERSION_MAJOR, TACTUS_VERSION_MINOR, TACTUS_VERSION_PATCH})
///         std::puts("the headers are not those of the library");
Version version();

/// What kind of thing went wrong. The sentence beside it says where, and with which number.
enum class ErrorCode {
    invalid_argument, ///< A value that no call accepts: nan, an index out of range, a wrong count.
    stale_id,         ///< An id whose body was removed.
    too_large,        ///< More triangles, vertices or bodies than 32-bit indices hold.
    unreadable_file,  ///< A file that is missing, truncated, or not what its name says.
    unavailable,      ///< Something this build or this machine does not have.
    cancelled,        ///< Given up because the caller said so.
    out_of_memory,    ///< Memory ended before it was done.
};

/// A refusal: nothing was changed, but for what a call says of itself.
struct Error {
    ErrorCode code = ErrorCode::invalid_argument;
    std::string message;
};

namespace detail {

/// Ends the program: a refusal was asked for its value, or a value for its refusal. The check handler hears of it
/// first.
[[noreturn]] void end_at_refusal(const Error& error);
[[noreturn]] void end_without_refusal();

} // namespace detail

/// A value, or the reason why there is none.
template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : content_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : content_(std::in_place_index<1>, std::move(error)) {}

    bool ok() const { return content_.index() == 0; }
    explicit operator bool() const { return ok(); }

    /// The value. Asking a refusal for its value breaks a contract: in every build the check handler is told the
    /// refusal's sentence, and then the program ends by std::terminate, which says it too. Ask ok() first where a
    /// refusal is possible. Of a call's own result it is the value itself, which lasts as long as what it is bound to,
    /// so that a loop may go straight through a part of it:
    ///
    ///     for (const RayHit& hit : world.cast_ray_through({0, 0, 5}, {0, 0, -1}).value().hits)
    ///         std::printf("%.2f m\n", hit.distance);
    T& value() &
    {
        check_ok();
        return *std::get_if<0>(&content_);
    }
    const T& value() const&
    {
        check_ok();
        return *std::get_if<0>(&content_);
    }
    T value() &&
    {
        check_ok();
        return std::move(*std::get_if<0>(&content_));
    }

    /// The refusal. Asking for it where ok() is true breaks a contract, and ends the program.
    const Error& error() const
    {
        if (ok())
            detail::end_without_refusal();
        return *std::get_if<1>(&content_);
    }

private:
    void check_ok() const
    {
        if (const Error* error = std::get_if<1>(&content_))
            detail::end_at_refusal(*error);
    }

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

    /// Nothing, where it was done. Asking a refusal ends the program, as Result<T>::value does.
    void value() const
    {
        if (error_)
            detail::end_at_refusal(*error_);
    }

    /// The refusal. Asking for it where ok() is true breaks a contract, and ends the program.
    const Error& error() const
    {
        if (ok())
            detail::end_without_refusal();
        return *error_;
    }

private:
    std::optional<Error> error_;
};

/// Called when the library finds one of its own promises, or a caller's, broken: with a condition or a sentence, and
/// the place in the source. The default ends the program. Checks are compiled into debug builds and into builds with
/// TACTUS_CHECKS=ON; Result::value and Result::error check in every build, and end the program if the handler returns.
using CheckHandler = void (*)(const char* condition, const char* file, int line);

/// Installs a handler for the whole program and gives the one before. Not to be called while queries run.
CheckHandler set_check_handler(CheckHandler handler);

} // namespace tactus
