// SPDX-License-Identifier: MIT
// What a program can be told on its command line. Only the source file of this header reads CLI11, which takes a
// compiler longer than all the rest of a verb.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tactus/result.h>

#include "cli/options/number_option.h"

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace tactus::cli {

/// The work of the verb that was called: its exit code, or the sentence to print.
using Work = std::function<Result<int>()>;
using Texts = std::vector<std::string>;

/// The options of a program or of one of its verbs. Help lists them in the order in which they are added, with `kind`
/// behind their names. What they are put into must live until the command line has been read.
class Options {
public:
    explicit Options(CLI::App& app) : app_(&app) {}

    /// Options added from here on stand under this heading in the help.
    void begin_group(const std::string& heading) { group_ = heading; }
    /// Options added from here on stand with all others again.
    void end_group() { group_.clear(); }

    /// What is given without a name, by its place.
    void argument(const std::string& name, std::string& value, const std::string& help);
    void required_argument(const std::string& name, std::string& value, const std::string& help);
    /// The same, where only these can be given.
    void required_argument(const std::string& name, std::string& value, const Texts& known, const std::string& help);
    /// Any number of them, of these alone.
    void arguments(const std::string& name, Texts& values, const Texts& known, const std::string& help);

    void flag(const std::string& names, bool& value, const std::string& help);

    void text(const std::string& names, const std::string& kind, std::string& value, const std::string& help);
    /// A point, which parse_point reads. Help says whether it is required; who reads it refuses a command without it.
    void point(const std::string& name, bool is_required, std::string& value, const std::string& help);
    /// May be given several times, with one text each time.
    void texts(const std::string& names, const std::string& kind, Texts& values, const std::string& help);
    /// Several texts with commas between them; where some are known, only of these.
    void
    list(const std::string& names, const std::string& kind, Texts& values, const Texts& known, const std::string& help);

    /// One of the known texts.
    void choice(
        const std::string& names, const std::string& kind, std::string& value, const Texts& known,
        const std::string& help);
    /// The same, for values that are not texts.
    void choice(
        const std::string& names, const std::string& kind, std::function<void(const std::string&)> set,
        const Texts& known, const std::string& help);
    /// May be given several times, with some of the known texts each time.
    void choices(
        const std::string& names, const std::string& kind, Texts& values, const Texts& known, const std::string& help);

    /// A whole number, put into an unsigned integer or an optional one that holds the whole range.
    template <class Value>
    void number(
        const std::string& names, const std::string& kind, Value& value, const WholeNumbers& range,
        const std::string& help)
    {
        whole_number(
            names, kind, [&value](std::uint64_t read) { assign(value, read); }, range, help);
    }
    /// A number with a fraction, put into a floating-point number or an optional one.
    template <class Value>
    void number(
        const std::string& names, const std::string& kind, Value& value, const RealNumbers& range,
        const std::string& help)
    {
        real_number(
            names, kind, [&value](double read) { assign(value, read); }, range, help);
    }
    void whole_number(
        const std::string& names, const std::string& kind, std::function<void(std::uint64_t)> set,
        const WholeNumbers& range, const std::string& help);
    void real_number(
        const std::string& names, const std::string& kind, std::function<void(double)> set, const RealNumbers& range,
        const std::string& help);

    /// What help ends with.
    void footer(const std::string& text);

private:
    template <class Value, class Read>
    static void assign(Value& value, Read read)
    {
        value = static_cast<Value>(read);
    }
    template <class Value, class Read>
    static void assign(std::optional<Value>& value, Read read)
    {
        value = static_cast<Value>(read);
    }
    CLI::Option& placed(CLI::Option& option, const std::string& kind) const;

    CLI::App* app_;
    std::string group_;
};

/// What came of reading a command line: at most one of the three.
struct CommandLineOutcome {
    Work work;                          ///< of the verb that was called
    std::string help;                   ///< or the version: what was asked for in place of work
    std::optional<std::string> refusal; ///< a sentence about the first argument that cannot be
};

/// The command line of a program.
class CommandLine {
public:
    CommandLine(const std::string& description, const std::string& program);
    ~CommandLine();

    /// The options of the program itself.
    Options options();
    /// Prints this text where `--version` is asked for.
    void add_version(const std::string& text);
    /// A program that has verbs must be called with one of them.
    Options add_verb(const std::string& name, const std::string& help, Work work);

    CommandLineOutcome read(int argument_count, char** arguments);
    /// For programs without verbs. Where there is nothing to be done, prints help or the refusal and gives the exit
    /// code.
    std::optional<int> read_or_exit_code(int argument_count, char** arguments);

private:
    std::string refusal_of(const std::string& problem, const Texts& arguments) const;

    std::unique_ptr<CLI::App> app_;
    Work work_;
};

} // namespace tactus::cli
