// SPDX-License-Identifier: MIT
#include "attempt.h"

#include <cstring>
#include <sys/wait.h>
#include <unistd.h>

#include "../cases/reduce.h"

namespace tactus::fuzz {

namespace {

void write_all(int to, const std::string& text)
{
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t more = write(to, text.data() + done, text.size() - done);
        if (more <= 0)
            return;
        done += static_cast<std::size_t>(more);
    }
}

} // namespace

AttemptResult attempt_apart(const FuzzCase& fuzz_case, const Wanted& wanted, unsigned seconds, bool echo)
{
    int ends[2];
    if (pipe(ends) != 0)
        return {};
    const pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        alarm(seconds);
        Findings findings;
        findings.only = wanted.only;
        findings.skip = wanted.skip;
        Transcript transcript;
        transcript.echo = echo ? ends[1] : -1;
        check_case(fuzz_case, findings, &transcript);
        if (!findings.found().empty() && !echo) {
            const Finding& first = findings.found().front();
            const std::string program = transcript.sections.empty() ? "" : transcript.sections[transcript.last];
            write_all(ends[1], first.check + '\0' + first.message + '\0' + program);
        }
        _exit(0);
    }
    close(ends[1]);
    std::string text;
    char buffer[4096];
    for (ssize_t more; (more = read(ends[0], buffer, sizeof buffer)) > 0;)
        text.append(buffer, static_cast<std::size_t>(more));
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status))
        return {
            true, "crash", "ended by signal " + std::to_string(WTERMSIG(status)) + ", " + strsignal(WTERMSIG(status)),
            text};
    if (WEXITSTATUS(status) != 0)
        return {true, "crash", "ended with exit code " + std::to_string(WEXITSTATUS(status)), text};
    if (text.empty() || echo)
        return {};
    const std::size_t one = text.find('\0'), two = text.find('\0', one + 1);
    return {true, text.substr(0, one), text.substr(one + 1, two - one - 1), text.substr(two + 1)};
}

std::string reduced_text(std::uint64_t seed, const std::string& check)
{
    const Wanted wanted{.only = {check}, .skip = {}};
    const auto differs = [&](const FuzzCase& c) {
        const AttemptResult result = attempt_apart(c, wanted, 20);
        return result.differs && result.check == check;
    };
    const FuzzCase start = random_case(seed);
    if (!differs(start))
        return "    The case by itself does not differ: it depends on what was played before it.\n";
    // Some worlds come from the seed alone; those of tools and of edges are reduced where they are made.
    const bool by_seed = check.starts_with("tool_") || check.starts_with("paper_") || check.starts_with("covers_")
                         || check.starts_with("edges_") || check.starts_with("first_") || check.starts_with("closest_");
    const FuzzCase smallest = by_seed ? start : reduced(start, differs, 400);
    const AttemptResult result = attempt_apart(smallest, wanted, 20, check == "crash");
    return "  reduced, " + check + ": " + result.message + "\n" + result.program;
}

} // namespace tactus::fuzz
