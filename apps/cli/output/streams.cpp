// SPDX-License-Identifier: MIT
#include "cli/output/streams.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <string>

#include <fcntl.h>
#include <unistd.h>

namespace tactus::cli {

namespace {

int first_failure = 0; // errno of stdout's, as the stream itself keeps only that there was one

void remember_failure(bool failed)
{
    if (failed && first_failure == 0)
        first_failure = errno;
}

} // namespace

void prepare_streams()
{
    // Opened the wrong way round, so that reading and printing still fail, as they should. Only what is said on stderr
    // is lost without a word.
    constexpr int modes[] = {O_WRONLY, O_RDONLY, O_WRONLY};
    for (int stream = 0; stream < 3; ++stream)
        if (fcntl(stream, F_GETFD) < 0 && errno == EBADF)
            (void)open("/dev/null", modes[stream]); // takes the lowest number that is free, which is this one
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
}

void say_text(std::string_view text)
{
    remember_failure(std::fwrite(text.data(), 1, text.size(), stdout) != text.size());
}

void say_json(const Json& json) { say_text(json.text() + "\n"); }

void say_error(std::string_view text)
{
    (void)std::fwrite(text.data(), 1, text.size(), stderr);
    (void)std::fflush(stderr);
}

Result<void> finish_saying()
{
    remember_failure(std::fflush(stdout) != 0);
    if (first_failure == 0 || first_failure == EPIPE)
        return {};
    return Error{
        ErrorCode::unavailable,
        std::string("the output could not be written (") + std::strerror(first_failure) + "); check where it goes to"};
}

} // namespace tactus::cli
