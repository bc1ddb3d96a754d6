// SPDX-License-Identifier: MIT
// Fuzzes on several processes. Each writes where it is into memory that all share, so that a case that ends its process
// is known too.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <map>
#include <new>
#include <set>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../cases/random.h"
#include "options.h"

namespace {

using namespace tactus::fuzz;

// Seconds after which a case counts as one that never ends. The longest take some twenty, and ten times as long with
// sanitizers.
constexpr unsigned longest_case = 600;

struct Shared {
    std::atomic<std::uint64_t> next_case;
    std::atomic<std::uint64_t> cases, worlds, queries, contacts, pairs, differing;
    std::atomic<std::uint64_t> current[256]; ///< The seed that each process is at.
    std::atomic<bool> stop;
};

/// The first case of a check, and how many cases differed in it.
struct Summary {
    std::uint64_t seed = 0;
    std::string message;
    std::uint64_t cases = 0;
};

std::uint64_t case_seed(std::uint64_t run_seed, std::uint64_t number)
{
    return Random(run_seed * 1000003u + number).next() >> 16;
}

void work(Shared& shared, const Options& options, unsigned job, int to)
{
    while (!shared.stop) {
        const std::uint64_t number = shared.next_case++;
        if (number >= options.cases)
            return;
        const std::uint64_t seed = case_seed(options.seed, number);
        shared.current[job] = seed;
        alarm(longest_case);
        Findings findings;
        findings.only = options.wanted.only;
        findings.skip = options.wanted.skip;
        check_case(random_case(seed), findings);
        std::set<std::string> told;
        for (const Finding& f : findings.found())
            if (told.insert(f.check).second) {
                std::string message = f.message.substr(0, 900);
                for (char& c : message)
                    if (c == '\n')
                        c = ' ';
                const std::string line = std::to_string(seed) + " " + f.check + " " + message + "\n";
                if (write(to, line.data(), line.size()) < 0)
                    return;
            }
        shared.differing += !told.empty();
        ++shared.cases;
        shared.worlds += findings.counts.worlds;
        shared.queries += findings.counts.queries;
        shared.contacts += findings.counts.contacts;
        shared.pairs += findings.counts.pairs;
    }
}

pid_t start(Shared& shared, const Options& options, unsigned job, const int* ends)
{
    const pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        work(shared, options, job, ends[1]);
        _exit(0);
    }
    return child;
}

void take_line(const std::string& line, std::map<std::string, Summary>& found)
{
    const std::size_t one = line.find(' '), two = line.find(' ', one + 1);
    if (one == std::string::npos || two == std::string::npos)
        return;
    Summary& summary = found[line.substr(one + 1, two - one - 1)];
    if (summary.cases++ == 0) {
        summary.seed = std::stoull(line.substr(0, one));
        summary.message = line.substr(two + 1);
    }
}

void progress(const Shared& shared, const std::map<std::string, Summary>& found, double seconds, bool moving)
{
    if (!moving)
        return;
    std::fprintf(
        stderr,
        "\rfuzz: %.0f s, %llu cases, %llu worlds, %llu queries, %llu contacts; %llu cases differ in %zu checks ",
        seconds, static_cast<unsigned long long>(shared.cases), static_cast<unsigned long long>(shared.worlds),
        static_cast<unsigned long long>(shared.queries), static_cast<unsigned long long>(shared.contacts),
        static_cast<unsigned long long>(shared.differing), found.size());
}

/// Reads what has been written so far; whole lines are taken.
void read_lines(int from, std::string& rest, std::map<std::string, Summary>& found)
{
    char buffer[4096];
    for (ssize_t more; (more = read(from, buffer, sizeof buffer)) > 0;)
        rest.append(buffer, static_cast<std::size_t>(more));
    for (std::size_t end; (end = rest.find('\n')) != std::string::npos; rest.erase(0, end + 1))
        take_line(rest.substr(0, end), found);
}

std::map<std::string, Summary> fuzz_all(Shared& shared, const Options& options)
{
    std::map<std::string, Summary> found;
    int ends[2];
    if (pipe(ends) != 0 || fcntl(ends[0], F_SETFL, O_NONBLOCK) != 0)
        return found;
    const auto begin = std::chrono::steady_clock::now();
    const auto seconds = [&] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    };
    const bool moving = isatty(STDERR_FILENO);
    std::map<pid_t, unsigned> children;
    for (unsigned job = 0; job < options.jobs && job < 256; ++job)
        children[start(shared, options, job, ends)] = job;
    std::string rest;
    while (!children.empty()) {
        usleep(50000);
        read_lines(ends[0], rest, found);
        progress(shared, found, seconds(), moving);
        if (seconds() > 60.0 * options.minutes)
            shared.stop = true;
        int status = 0;
        for (pid_t ended; (ended = waitpid(-1, &status, WNOHANG)) > 0;) {
            const unsigned job = children[ended];
            children.erase(ended);
            if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
                continue;
            const std::string how =
                WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "exit code " + std::to_string(WEXITSTATUS(status));
            take_line(std::to_string(shared.current[job]) + " crash ended: " + how, found);
            ++shared.differing;
            if (!shared.stop)
                children[start(shared, options, job, ends)] = job;
        }
    }
    read_lines(ends[0], rest, found);
    progress(shared, found, seconds(), moving);
    if (moving)
        std::fputc('\n', stderr);
    return found;
}

int play_single(const Options& options)
{
    Findings findings;
    findings.only = options.wanted.only;
    findings.skip = options.wanted.skip;
    check_case(random_case(*options.single_case), findings);
    std::set<std::string> told;
    for (const Finding& f : findings.found()) {
        std::printf("%s: %s\n", f.check.c_str(), f.message.c_str());
        told.insert(f.check);
    }
    if (options.reduce)
        for (const std::string& check : told)
            std::printf("%s", reduced_text(*options.single_case, check).c_str());
    return told.empty() ? 0 : 1;
}

} // namespace

int main(int count, char** arguments)
{
    const Options options = read_options(count, arguments);
    if (options.single_case)
        return play_single(options);
    void* memory = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return 2;
    Shared& shared = *new (memory) Shared{};
    std::printf("fuzz: seed %llu\n", static_cast<unsigned long long>(options.seed));
    std::fflush(stdout);
    const std::map<std::string, Summary> found = fuzz_all(shared, options);
    for (const auto& [check, summary] : found) {
        std::printf(
            "%s: %llu cases, first --case %llu: %s\n", check.c_str(), static_cast<unsigned long long>(summary.cases),
            static_cast<unsigned long long>(summary.seed), summary.message.c_str());
        if (options.reduce)
            std::printf("%s", reduced_text(summary.seed, check).c_str());
        std::fflush(stdout);
    }
    std::printf(
        "fuzz: seed %llu: %llu cases, %llu worlds, %llu queries, %llu contacts, %llu pairs checked; %llu cases "
        "differ\n",
        static_cast<unsigned long long>(options.seed), static_cast<unsigned long long>(shared.cases),
        static_cast<unsigned long long>(shared.worlds), static_cast<unsigned long long>(shared.queries),
        static_cast<unsigned long long>(shared.contacts), static_cast<unsigned long long>(shared.pairs),
        static_cast<unsigned long long>(shared.differing));
    return found.empty() ? 0 : 1;
}
