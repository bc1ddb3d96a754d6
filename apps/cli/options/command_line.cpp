// SPDX-License-Identifier: MIT
#include "cli/options/command_line.h"

#include <algorithm>
#include <sstream>
#include <string_view>
#include <utility>

#include <CLI/CLI.hpp>

#include "scenes/words/nearest_names.h"

namespace tactus::cli {

namespace {

/// The end of a refusal of a misspelt word, "; did you mean 'refit_bvh'?". Empty where no known one is near. Before
/// all of them stands the prefix.
std::string word_meant(const std::string& given, const Texts& known, const std::string& prefix = "")
{
    const std::string_view meant = scenes::name_meant(given, {known.begin(), known.end()});
    return meant.empty() ? std::string() : "; did you mean '" + prefix + std::string(meant) + "'?";
}

/// Lets the known words pass. Help names them in its sentences, where they can be explained.
CLI::Validator member_of(const Texts& known)
{
    return CLI::Validator(
        [known](std::string& given) {
            if (std::ranges::find(known, given) != known.end())
                return std::string();
            std::string refusal = given.substr(0, 60) + " is none of";
            for (std::size_t k = 0; k < known.size(); ++k)
                refusal += (k == 0 ? " " : ", ") + known[k];
            return refusal + word_meant(given, known);
        },
        "");
}

template <class Range>
CLI::Validator number_in(const Range& range)
{
    return CLI::Validator(
        [range](std::string& text) {
            const auto number = parse_number(text, range);
            return number.ok() ? std::string() : number.error().message;
        },
        "");
}

/// The end of a refusal of a misspelt option. Empty where none of those that are known is near.
std::string option_meant(const CLI::App& verb, const Texts& arguments)
{
    Texts known;
    for (const CLI::Option* option : verb.get_options())
        for (const std::string& name : option->get_lnames())
            known.push_back(name);
    for (const std::string& argument : arguments) {
        if (!argument.starts_with("--"))
            continue;
        const std::string given = argument.substr(2, argument.substr(2).find('='));
        if (std::ranges::find(known, given) == known.end())
            return word_meant(given, known, "--");
    }
    return {};
}

/// What an option that takes a point shows in the help.
constexpr const char* point_kind = "X,Y,Z";

/// A sentence about arguments that nobody asked for, in the order in which they were given.
std::string not_expected(const Texts& arguments, const CLI::App* verb)
{
    std::string sentence = "not expected:";
    for (const std::string& argument : arguments)
        sentence += " " + argument;
    const auto is_number = [](const std::string& text) { return parse_number(text, RealNumbers{-1e300, 1e300}).ok(); };
    const auto takes_point = [](const CLI::Option* option) { return option->get_type_name().starts_with(point_kind); };
    if (verb != nullptr && std::ranges::all_of(arguments, is_number)
        && std::ranges::any_of(verb->get_options(), takes_point))
        sentence += "; a point is three numbers with commas and no spaces between them, as 0.1,0,-0.25";
    return sentence;
}

} // namespace

CLI::Option& Options::placed(CLI::Option& option, const std::string& kind) const
{
    option.type_name(kind);
    if (!group_.empty())
        option.group(group_);
    return option;
}

void Options::argument(const std::string& name, std::string& value, const std::string& help)
{
    placed(*app_->add_option(name, value, help), "");
}

void Options::required_argument(const std::string& name, std::string& value, const std::string& help)
{
    placed(*app_->add_option(name, value, help)->required(), "");
}

void Options::required_argument(
    const std::string& name, std::string& value, const Texts& known, const std::string& help)
{
    placed(*app_->add_option(name, value, help)->required()->check(member_of(known)), "");
}

void Options::arguments(const std::string& name, Texts& values, const Texts& known, const std::string& help)
{
    placed(*app_->add_option(name, values, help)->check(member_of(known)), "");
}

void Options::flag(const std::string& names, bool& value, const std::string& help)
{
    CLI::Option* option = app_->add_flag(names, value, help);
    if (!group_.empty())
        option->group(group_);
}

void Options::text(const std::string& names, const std::string& kind, std::string& value, const std::string& help)
{
    placed(*app_->add_option(names, value, help), kind);
}

void Options::point(const std::string& name, bool is_required, std::string& value, const std::string& help)
{
    placed(*app_->add_option(name, value, help), std::string(point_kind) + (is_required ? " REQUIRED" : ""));
}

void Options::texts(const std::string& names, const std::string& kind, Texts& values, const std::string& help)
{
    placed(*app_->add_option(names, values, help), kind).allow_extra_args(false);
}

void Options::list(
    const std::string& names, const std::string& kind, Texts& values, const Texts& known, const std::string& help)
{
    CLI::Option& option = placed(*app_->add_option(names, values, help)->delimiter(','), kind);
    if (!known.empty())
        option.check(member_of(known));
}

void Options::choice(
    const std::string& names, const std::string& kind, std::string& value, const Texts& known, const std::string& help)
{
    placed(*app_->add_option(names, value, help)->check(member_of(known)), kind);
}

void Options::choice(
    const std::string& names, const std::string& kind, std::function<void(const std::string&)> set, const Texts& known,
    const std::string& help)
{
    placed(*app_->add_option_function<std::string>(names, std::move(set), help)->check(member_of(known)), kind);
}

void Options::choices(
    const std::string& names, const std::string& kind, Texts& values, const Texts& known, const std::string& help)
{
    placed(*app_->add_option(names, values, help)->check(member_of(known)), kind);
}

void Options::whole_number(
    const std::string& names, const std::string& kind, std::function<void(std::uint64_t)> set,
    const WholeNumbers& range, const std::string& help)
{
    const auto read = [set = std::move(set), range](const std::string& text) {
        set(parse_number(text, range).value());
    };
    placed(*app_->add_option_function<std::string>(names, read, help)->check(number_in(range)), kind);
}

void Options::real_number(
    const std::string& names, const std::string& kind, std::function<void(double)> set, const RealNumbers& range,
    const std::string& help)
{
    const auto read = [set = std::move(set), range](const std::string& text) {
        set(parse_number(text, range).value());
    };
    placed(*app_->add_option_function<std::string>(names, read, help)->check(number_in(range)), kind);
}

void Options::footer(const std::string& text) { app_->footer(text); }

CommandLine::CommandLine(const std::string& description, const std::string& program)
    : app_(std::make_unique<CLI::App>(description, program))
{
}

CommandLine::~CommandLine() = default;

Options CommandLine::options() { return Options(*app_); }

void CommandLine::add_version(const std::string& text) { app_->set_version_flag("--version", text); }

Options CommandLine::add_verb(const std::string& name, const std::string& help, Work work)
{
    app_->require_subcommand(1);
    CLI::App* verb = app_->add_subcommand(name, help);
    verb->callback([this, work = std::move(work)] { work_ = work; });
    return Options(*verb);
}

std::string CommandLine::refusal_of(const std::string& problem, const Texts& arguments) const
{
    const std::string program = app_->get_name();
    const auto with_help = [&](const CLI::App& verb, const std::string& words) {
        const std::string refusal = problem + (problem.ends_with('?') ? "" : option_meant(verb, arguments));
        return refusal + (refusal.ends_with('?') ? " see " : "; see ") + words + " --help";
    };
    if (const auto called = app_->get_subcommands(); !called.empty())
        return with_help(*called.front(), program + " " + called.front()->get_name());
    Texts verbs;
    for (const CLI::App* verb : std::as_const(*app_).get_subcommands({}))
        verbs.push_back(verb->get_name());
    if (verbs.empty() || arguments.empty() || arguments.front().starts_with('-'))
        return with_help(*app_, program);
    const std::string_view nearest = scenes::nearest_name(arguments.front(), {verbs.begin(), verbs.end()});
    return "no verb is called '" + arguments.front() + "'; did you mean '" + std::string(nearest) + "'? see " + program
           + " --help";
}

CommandLineOutcome CommandLine::read(int argument_count, char** arguments)
{
    CommandLineOutcome outcome;
    const std::vector<const CLI::App*> verbs = std::as_const(*app_).get_subcommands({});
    const bool has_verbs = !verbs.empty();
    if (has_verbs && (argument_count == 1 || (argument_count == 2 && arguments[1] == std::string_view("help")))) {
        outcome.help = app_->help();
        return outcome;
    }
    std::vector<const char*> words(arguments, arguments + argument_count);
    if (has_verbs && words.size() == 3 && words[1] == std::string_view("help")) {
        words.erase(words.begin() + 1);
        if (std::ranges::any_of(verbs, [&](const CLI::App* verb) { return verb->get_name() == words[1]; }))
            words.push_back("--help");
    }
    try {
        app_->parse(static_cast<int>(words.size()), words.data());
        outcome.work = work_;
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() != 0) {
            const bool is_unexpected = error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError);
            const auto called = app_->get_subcommands();
            outcome.refusal = refusal_of(
                is_unexpected ? not_expected(app_->remaining(true), called.empty() ? nullptr : called.front())
                              : error.what(),
                {words.begin() + 1, words.end()});
        } else {
            std::ostringstream out, unused;
            app_->exit(error, out, unused);
            outcome.help = out.str();
        }
    }
    return outcome;
}

std::optional<int> CommandLine::read_or_exit_code(int argument_count, char** arguments)
{
    const CommandLineOutcome outcome = read(argument_count, arguments);
    if (outcome.refusal) {
        std::cerr << app_->get_name() << ": " << *outcome.refusal << '\n';
        return 2;
    }
    if (outcome.help.empty())
        return std::nullopt;
    std::cout << outcome.help;
    return 0;
}

} // namespace tactus::cli
