// SPDX-License-Identifier: MIT
#include "opengl/context.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include <dlfcn.h>

#include <epoxy/gl.h>

#include <EGL/egl.h>
#include <EGL/eglext.h>

namespace tactus {

namespace {

bool has_word(const char* words, std::string_view wanted)
{
    std::string_view rest = words != nullptr ? words : "";
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(' '), rest.size());
        if (rest.substr(0, end) == wanted)
            return true;
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return false;
}

template <class Function>
Function egl_function(const char* name)
{
    return reinterpret_cast<Function>(eglGetProcAddress(name));
}

// epoxy ends the program where it finds neither library, so look before it does.
bool has_gl_library()
{
    for (const char* name : {"libOpenGL.so.0", "libGL.so.1"}) {
        if (void* library = dlopen(name, RTLD_LAZY | RTLD_LOCAL)) {
            dlclose(library);
            return true;
        }
    }
    return false;
}

struct Candidate {
    EGLenum platform;
    void* native;
};

// Cards first; then whatever Mesa finds without a surface; then its software device by name.
std::vector<Candidate> list_candidates(const char* client_extensions)
{
    std::vector<Candidate> cards;
    std::vector<Candidate> software;
    const auto query_devices = egl_function<PFNEGLQUERYDEVICESEXTPROC>("eglQueryDevicesEXT");
    const auto query_string = egl_function<PFNEGLQUERYDEVICESTRINGEXTPROC>("eglQueryDeviceStringEXT");
    const bool has_devices =
        has_word(client_extensions, "EGL_EXT_device_base") || has_word(client_extensions, "EGL_EXT_device_enumeration");
    if (has_devices && has_word(client_extensions, "EGL_EXT_platform_device") && query_devices != nullptr) {
        std::array<EGLDeviceEXT, 32> devices{};
        EGLint count = 0;
        if (query_devices(static_cast<EGLint>(devices.size()), devices.data(), &count) == EGL_FALSE)
            count = 0;
        for (EGLint i = 0; i < count; ++i) {
            const char* extensions = query_string != nullptr ? query_string(devices[i], EGL_EXTENSIONS) : nullptr;
            auto& list = has_word(extensions, "EGL_MESA_device_software") ? software : cards;
            list.push_back({EGL_PLATFORM_DEVICE_EXT, devices[i]});
        }
    }
    if (has_word(client_extensions, "EGL_MESA_platform_surfaceless"))
        cards.push_back({EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY});
    cards.insert(cards.end(), software.begin(), software.end());
    return cards;
}

EGLContext create_context(EGLDisplay display, EGLConfig config, int major, int minor, EGLint profile)
{
    const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION,
                                 major,
                                 EGL_CONTEXT_MINOR_VERSION,
                                 minor,
                                 EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                 profile,
                                 EGL_NONE};
    return eglCreateContext(display, config, EGL_NO_CONTEXT, attributes);
}

Error unavailable(std::string why) { return {ErrorCode::unavailable, "no OpenGL without a window: " + std::move(why)}; }

std::string gl_string(GLenum name)
{
    const auto* text = reinterpret_cast<const char*>(glGetString(name));
    return text != nullptr ? text : "";
}

} // namespace

Result<Context> Context::open_on(void* display, bool counted, ContextProfile profile)
{
    // Owns the display from here on, so that every way out closes it.
    Context result;
    result.counted_ = counted;
    if (eglInitialize(display, nullptr, nullptr) == EGL_FALSE)
        return unavailable("the driver does not start");
    result.display_ = display;

    const EGLenum previous_api = eglQueryAPI();
    if (eglBindAPI(EGL_OPENGL_API) == EGL_FALSE)
        return unavailable("the driver has OpenGL ES only");
    const EGLint wanted[] = {EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    EGLContext context = EGL_NO_CONTEXT;
    if (eglChooseConfig(display, wanted, &config, 1, &count) == EGL_TRUE && count == 1) {
        if (profile == ContextProfile::best)
            context = create_context(display, config, 4, 5, EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT);
        result.is_compatibility_ = context != EGL_NO_CONTEXT;
        if (context == EGL_NO_CONTEXT)
            context = create_context(display, config, 3, 3, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT);
    }
    eglBindAPI(previous_api);
    if (context == EGL_NO_CONTEXT)
        return unavailable("the driver refuses OpenGL 3.3 and 4.5");
    result.context_ = context;

    const ContextScope scope(result);
    if (!scope.ok())
        return unavailable("the driver wants a surface to draw on");
    result.renderer_ = gl_string(GL_RENDERER);
    result.version_ = gl_string(GL_VERSION);
    result.has_compute_shaders_ = epoxy_gl_version() >= 43;
    return result;
}

Result<Context> Context::open(ContextProfile profile)
{
    if (!has_gl_library())
        return unavailable("neither libOpenGL.so.0 nor libGL.so.1 is installed");
    const char* extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    const auto get_display = egl_function<PFNEGLGETPLATFORMDISPLAYEXTPROC>("eglGetPlatformDisplayEXT");
    if (extensions == nullptr || get_display == nullptr)
        return unavailable("EGL has no platform extensions");

    // A plain display belongs to the whole process: closing it would end other people's contexts.
    const bool counted = has_word(extensions, "EGL_KHR_display_reference");
    const EGLint attributes[] = {counted ? EGL_TRACK_REFERENCES_KHR : EGL_NONE, EGL_TRUE, EGL_NONE};

    Error last = unavailable("EGL names neither a card nor a software renderer");
    for (const Candidate& candidate : list_candidates(extensions)) {
        bool is_counted = counted;
        EGLDisplay display = get_display(candidate.platform, candidate.native, attributes);
        if (display == EGL_NO_DISPLAY && counted) {
            is_counted = false;
            display = get_display(candidate.platform, candidate.native, nullptr);
        }
        if (display == EGL_NO_DISPLAY)
            continue;
        Result<Context> context = open_on(display, is_counted, profile);
        if (context)
            return context;
        last = context.error();
    }
    return last;
}

Context::Context(Context&& other) noexcept
    : display_(std::exchange(other.display_, nullptr)), context_(std::exchange(other.context_, nullptr)),
      counted_(other.counted_), is_compatibility_(other.is_compatibility_),
      has_compute_shaders_(other.has_compute_shaders_), renderer_(std::move(other.renderer_)),
      version_(std::move(other.version_))
{
}

Context& Context::operator=(Context&& other) noexcept
{
    if (this != &other) {
        close();
        display_ = std::exchange(other.display_, nullptr);
        context_ = std::exchange(other.context_, nullptr);
        counted_ = other.counted_;
        is_compatibility_ = other.is_compatibility_;
        has_compute_shaders_ = other.has_compute_shaders_;
        renderer_ = std::move(other.renderer_);
        version_ = std::move(other.version_);
    }
    return *this;
}

Context::~Context() { close(); }

void Context::close() noexcept
{
    if (context_ != nullptr)
        eglDestroyContext(display_, context_);
    if (display_ != nullptr && counted_)
        eglTerminate(display_);
    context_ = nullptr;
    display_ = nullptr;
}

ContextScope::ContextScope(const Context& context)
    : display_(context.display_), previous_display_(eglGetCurrentDisplay()), previous_context_(eglGetCurrentContext()),
      previous_draw_(eglGetCurrentSurface(EGL_DRAW)), previous_read_(eglGetCurrentSurface(EGL_READ)),
      ok_(eglMakeCurrent(context.display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context.context_) == EGL_TRUE)
{
}

ContextScope::~ContextScope()
{
    if (!ok_)
        return;
    if (previous_context_ != EGL_NO_CONTEXT)
        eglMakeCurrent(previous_display_, previous_draw_, previous_read_, previous_context_);
    else
        eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
}

} // namespace tactus
