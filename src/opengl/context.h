// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <tactus/result.h>

namespace tactus {

/// Which contexts are asked for.
enum class ContextProfile {
    best, ///< OpenGL 4.5 with the compatibility profile, and the core profile where there is none.
    core, ///< OpenGL 3.3 or later with the core profile.
};

/// An OpenGL context without a window: on a graphics card where there is one, else in Mesa's software renderer.
/// Not current until a ContextScope makes it so.
class Context {
public:
    /// Opens the best context that the profile allows and the driver has.
    static Result<Context> open(ContextProfile profile = ContextProfile::best);

    Context(Context&& other) noexcept;
    Context& operator=(Context&& other) noexcept;
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;
    ~Context();

    /// The driver's name for what draws, such as "llvmpipe (LLVM 15.0.6, 128 bits)".
    const std::string& renderer() const { return renderer_; }
    /// Such as "4.5 (Compatibility Profile) Mesa 22.3.6".
    const std::string& version() const { return version_; }
    /// True for OpenGL 4.5 with the compatibility profile, false for a core profile.
    bool is_compatibility() const { return is_compatibility_; }
    /// True for OpenGL 4.3 or later, with either profile.
    bool has_compute_shaders() const { return has_compute_shaders_; }

private:
    friend class ContextScope;
    Context() = default;
    void close() noexcept;
    // Opens on an EGL display, or says why not. The display is closed again where it fails.
    static Result<Context> open_on(void* display, bool counted, ContextProfile profile);

    void* display_ = nullptr;
    void* context_ = nullptr;
    // Whether the display counts its users: only then may this one close it without harm to others.
    bool counted_ = false;
    bool is_compatibility_ = false;
    bool has_compute_shaders_ = false;
    std::string renderer_;
    std::string version_;
};

/// Makes a context current on this thread, and what was current before again at its end.
class ContextScope {
public:
    explicit ContextScope(const Context& context);
    ~ContextScope();
    ContextScope(const ContextScope&) = delete;
    ContextScope& operator=(const ContextScope&) = delete;

    /// False where the driver refused, for instance because the context is current on another thread.
    bool ok() const { return ok_; }

private:
    void* display_ = nullptr;
    void* previous_display_ = nullptr;
    void* previous_context_ = nullptr;
    void* previous_draw_ = nullptr;
    void* previous_read_ = nullptr;
    bool ok_ = false;
};

} // namespace tactus
