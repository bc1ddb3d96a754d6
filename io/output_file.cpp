// SPDX-License-Identifier: MIT
#include "io/output_file.h"

#include <cerrno>
#include <charconv>
#include <cstring>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/file_bytes.h"

namespace tactus::io {

namespace {

constexpr mode_t new_file_mode = 0666; // less what the user's umask takes away

/// Follows the links at the end of a path, so that a file is replaced and not the link to it. Links of /proc are not
/// followed: they stand for streams, which may have no name.
std::filesystem::path behind_links(std::filesystem::path path)
{
    std::error_code code;
    for (int links = 0; links < 40 && std::filesystem::is_symlink(path, code); ++links) {
        const std::filesystem::path folder = std::filesystem::weakly_canonical(path.parent_path(), code);
        if (folder.native().starts_with("/proc/"))
            return folder / path.filename();
        const std::filesystem::path next = std::filesystem::read_symlink(path, code);
        if (code)
            break;
        path = path.parent_path() / next;
    }
    return path;
}

/// The number of the stream that a path like /proc/self/fd/1 stands for.
std::optional<int> stream_number(const std::filesystem::path& path)
{
    std::error_code code;
    const std::filesystem::path streams = std::filesystem::canonical("/proc/self/fd", code);
    if (code || std::filesystem::weakly_canonical(path.parent_path(), code) != streams)
        return std::nullopt;
    const std::string name = path.filename().string();
    int number = -1;
    const auto [end, wrong] = std::from_chars(name.data(), name.data() + name.size(), number);
    return wrong == std::errc{} && end == name.data() + name.size() ? std::optional<int>(number) : std::nullopt;
}

/// Names in a folder that are not taken, one after another.
class FreeNames {
public:
    explicit FreeNames(const std::filesystem::path& place) : folder_(place.parent_path()) {}

    /// Tries names with `take`, which answers below 0 and sets errno, until one is not taken.
    template <class Take>
    std::filesystem::path take_one(const Take& take) const
    {
        for (int number = 0; number < 10'000; ++number) {
            const std::filesystem::path name =
                folder_ / (".tactus-" + std::to_string(getpid()) + "-" + std::to_string(number));
            if (take(name.c_str()) >= 0)
                return name;
            if (errno != EEXIST)
                break;
        }
        return {};
    }

private:
    std::filesystem::path folder_;
};

/// A file beside a place, open for writing; below 0 where there can be none. `name` stays empty if it has none.
int open_beside(const std::filesystem::path& place, std::filesystem::path& name)
{
#ifdef O_TMPFILE
    const std::filesystem::path folder = place.has_parent_path() ? place.parent_path() : ".";
    // Giving the file a name at the end goes through /proc.
    if (access("/proc/self/fd", X_OK) == 0)
        if (const int file = open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, new_file_mode); file >= 0)
            return file;
#endif
    int file = -1;
    name = FreeNames(place).take_one(
        [&](const char* free) { return file = open(free, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, new_file_mode); });
    return file;
}

} // namespace

Result<OutputFile> OutputFile::create(const std::filesystem::path& path)
{
    OutputFile output;
    output.path_ = path;
    const std::filesystem::path place = behind_links(path);
    int file = -1;
    struct stat there {};
    if (path.empty()) {
        errno = ENOENT;
    } else if (const std::optional<int> stream = stream_number(place)) {
        file = dup(*stream);
    } else if (stat(place.c_str(), &there) == 0 && !S_ISREG(there.st_mode)) {
        file = open(place.c_str(), O_WRONLY | O_CLOEXEC);
    } else if (there.st_nlink == 0 || access(place.c_str(), W_OK) == 0) {
        output.place_ = place;
        file = open_beside(place, output.beside_);
        if (file >= 0 && there.st_nlink > 0)
            fchmod(file, there.st_mode & 07777);
    }
    if (file >= 0)
        output.file_.reset(fdopen(file, "wb"));
    if (!output.file_)
        return file_error(
            path, std::string("cannot be written (") + std::strerror(errno)
                      + "); check that the folder exists and its permissions");
    return output;
}

OutputFile::~OutputFile()
{
    if (file_ && !beside_.empty())
        unlink(beside_.c_str());
}

Result<void> OutputFile::refuse(int failure)
{
    if (failure_ == 0)
        failure_ = failure;
    return file_error(
        path_,
        std::string("cannot be written to its end (") + std::strerror(failure_) + "); check the space on the disk");
}

Result<void> OutputFile::write(std::string_view bytes)
{
    if (failure_ != 0 || std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size())
        return refuse(errno);
    return {};
}

Result<void> OutputFile::move_into_place()
{
    if (place_.empty())
        return {};
    if (beside_.empty()) {
        const std::string nameless = "/proc/self/fd/" + std::to_string(fileno(file_.get()));
        beside_ = FreeNames(place_).take_one(
            [&](const char* free) { return linkat(AT_FDCWD, nameless.c_str(), AT_FDCWD, free, AT_SYMLINK_FOLLOW); });
    }
    if (beside_.empty() || rename(beside_.c_str(), place_.c_str()) != 0)
        return refuse(errno);
    beside_.clear();
    return {};
}

Result<void> OutputFile::finish()
{
    if (failure_ != 0 || std::fflush(file_.get()) != 0)
        return refuse(errno);
    if (Result<void> moved = move_into_place(); !moved.ok())
        return moved;
    // Some file systems say only here that there was no room.
    if (std::fclose(file_.release()) != 0)
        return refuse(errno);
    return {};
}

} // namespace tactus::io
