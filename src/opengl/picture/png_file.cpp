// SPDX-License-Identifier: MIT
#include "opengl/picture/png_file.h"

#include <cerrno>
#include <cstdio>
#include <memory>
#include <string>
#include <system_error>

#include <png.h>

namespace tactus {

namespace {

Error refusal(const std::filesystem::path& path, const std::string& why)
{
    return {ErrorCode::unavailable, path.string() + " cannot be written: " + why};
}

} // namespace

Result<void> check_png_path(const std::filesystem::path& path)
{
    std::error_code ignored;
    if (path.empty())
        return Error{ErrorCode::invalid_argument, "a picture needs a file name, and this one is empty"};
    if (std::filesystem::is_directory(path, ignored))
        return refusal(path, "it is a folder");
    const std::filesystem::path folder = path.parent_path();
    if (!folder.empty() && !std::filesystem::is_directory(folder, ignored))
        return refusal(path, "there is no folder " + folder.string());
    return {};
}

Result<void> write_png(const std::filesystem::path& path, const Image& image)
{
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    errno = 0;
    std::unique_ptr<std::FILE, Close> file(std::fopen(path.c_str(), "wb"));
    if (!file)
        return refusal(path, std::generic_category().message(errno));

    png_image png{};
    png.version = PNG_IMAGE_VERSION;
    png.width = image.width;
    png.height = image.height;
    png.format = PNG_FORMAT_RGB;
    std::string why;
    if (png_image_write_to_stdio(&png, file.get(), 0, image.rgb.data(), 0, nullptr) == 0)
        why = png.message;
    png_image_free(&png);
    // A full disk may show only when the last bytes go out.
    if (std::fclose(file.release()) != 0 && why.empty())
        why = std::generic_category().message(errno);
    if (why.empty())
        return {};
    std::error_code ignored;
    if (std::filesystem::is_regular_file(path, ignored))
        std::filesystem::remove(path, ignored);
    return refusal(path, why);
}

} // namespace tactus
