// SPDX-License-Identifier: MIT
// Runs the command as a user does.
#pragma once

#include <array>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

struct CommandResult {
    int exit_code = -1; ///< 128 + the signal's number where one ended the command
    std::string output;
    std::string errors;
};

/// Runs build/tactus with these arguments in a folder, and waits for its end. Its output goes through files there.
/// `prepare` is called in the new process before the command begins, to close its streams or to limit it.
inline CommandResult run_tactus(
    const std::filesystem::path& folder, const std::vector<std::string>& arguments,
    const std::function<void()>& prepare = [] {})
{
    const std::string program = std::string(TACTUS_BINARY_DIR) + "/tactus";
    const std::array<std::filesystem::path, 2> files = {folder / ".stdout", folder / ".stderr"};
    std::vector<std::string> words = {program};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> pointers;
    for (std::string& word : words)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);

    const pid_t child = fork();
    if (child == 0) {
        for (int k = 0; k < 2; ++k) {
            const int file = open(files[static_cast<std::size_t>(k)].c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
            if (file < 0 || dup2(file, k + 1) < 0)
                _exit(127);
        }
        if (chdir(folder.c_str()) != 0)
            _exit(127);
        prepare();
        execv(program.c_str(), pointers.data());
        _exit(127);
    }
    CommandResult result;
    int status = 0;
    waitpid(child, &status, 0);
    result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    const auto content = [](const std::filesystem::path& path) {
        std::ifstream file(path, std::ios::binary);
        return std::string(std::istreambuf_iterator<char>(file), {});
    };
    result.output = content(files[0]);
    result.errors = content(files[1]);
    return result;
}
