// SPDX-License-Identifier: MIT
#include "opengl/occlusion/cell_asker.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <epoxy/gl.h>

#include "opengl/context.h"
#include "opengl/mesh_check.h"
#include "opengl/occlusion/mesh_on_card.h"
#include "opengl/offscreen.h"
#include "opengl/shader.h"

namespace tactus {
namespace {

constexpr std::uint32_t view_count = 3;

/// An orthographic view along an axis whose volume is the cell. A corner's place is worked out from both faces, so that
/// points on a face lie on the volume's, however far from the origin the cell is.
constexpr std::string_view cell_vertex = R"(#version 330 core
layout(location = 0) in vec3 position;
uniform vec3 lower;
uniform vec3 upper;
uniform int axis;
void main()
{
    vec3 place = ((position - lower) - (upper - position)) / (upper - lower);
    gl_Position = vec4(axis == 0 ? place.yzx : axis == 1 ? place.zxy : place, 1.0);
}
)";

constexpr std::string_view cell_fragment = R"(#version 330 core
out vec4 colour;
void main()
{
    colour = vec4(1.0);
}
)";

bool is_box(const AskedCell& cell)
{
    const auto is_side = [](float lower, float upper) {
        return std::isfinite(lower) && std::isfinite(upper) && lower <= upper;
    };
    return is_side(cell.lower.x, cell.upper.x) && is_side(cell.lower.y, cell.upper.y)
           && is_side(cell.lower.z, cell.upper.z);
}

/// The cell with three sides that have a length.
AskedCell with_volume(AskedCell cell)
{
    const float longest =
        std::max({cell.upper.x - cell.lower.x, cell.upper.y - cell.lower.y, cell.upper.z - cell.lower.z});
    const auto widen = [&](float& lower, float& upper) {
        if (lower < upper)
            return;
        const float least = std::max(0.5e-6f * longest, std::numeric_limits<float>::min());
        lower = std::min(lower - least, std::nextafter(lower, -std::numeric_limits<float>::max()));
        upper = std::max(upper + least, std::nextafter(upper, std::numeric_limits<float>::max()));
    };
    widen(cell.lower.x, cell.upper.x);
    widen(cell.lower.y, cell.upper.y);
    widen(cell.lower.z, cell.upper.z);
    return cell;
}

Result<MeshOnCard> make_unit_box()
{
    std::array<Vec3, 8> corners;
    for (unsigned k = 0; k < corners.size(); ++k)
        corners[k] = {(k & 1) != 0 ? 1.0f : 0.0f, (k & 2) != 0 ? 1.0f : 0.0f, (k & 4) != 0 ? 1.0f : 0.0f};
    constexpr std::array<TriangleIndices, 12> faces = {
        {{0, 2, 1},
         {1, 2, 3},
         {4, 5, 6},
         {5, 7, 6},
         {0, 1, 4},
         {1, 5, 4},
         {2, 6, 3},
         {3, 6, 7},
         {0, 4, 2},
         {2, 4, 6},
         {1, 3, 5},
         {3, 7, 5}}};
    return MeshOnCard::create({faces, corners});
}

} // namespace

struct CellAsker::Content {
    struct Asked {
        AskedCell cell;
        std::uint32_t mesh = 0;
        std::uint32_t views = 0;
        CellAnswer answer = CellAnswer::open;
    };
    /// A query that is with the card, and the number of its cell unless that has been forgotten.
    struct Drawn {
        unsigned query = 0;
        std::optional<std::size_t> cell;
    };

    Content(Context opened, const CellAskerOptions& asked) : context(std::move(opened)), options(asked) {}
    Content(const Content&) = delete;
    Content& operator=(const Content&) = delete;
    ~Content()
    {
        const ContextScope scope(context);
        meshes.clear();
        box.reset();
        viewport.reset();
        shader.reset();
        if (!queries.empty())
            glDeleteQueries(static_cast<GLsizei>(queries.size()), queries.data());
    }

    Result<void> prepare();
    void draw_views();
    void draw_view(std::size_t cell);
    void note_samples(std::size_t cell, unsigned samples);
    bool take_answers(bool waits);

    Context context;
    CellAskerOptions options;
    std::optional<Shader> shader;
    std::optional<Offscreen> viewport;
    std::optional<MeshOnCard> box;
    std::vector<MeshOnCard> meshes;
    std::vector<unsigned> queries;      ///< all there are
    std::vector<unsigned> free_queries; ///< those that no cell has
    std::vector<Asked> cells;
    std::deque<std::size_t> waiting; ///< for their next view
    std::deque<Drawn> drawn;         ///< in order
    std::size_t open_cells = 0;
    CellAskerCounts counts;
};

Result<void> CellAsker::Content::prepare()
{
    GLint bits = 0;
    glGetQueryiv(GL_SAMPLES_PASSED, GL_QUERY_COUNTER_BITS, &bits);
    if (bits == 0)
        return Error{ErrorCode::unavailable, "this driver counts no samples"};
    Result<Shader> linked = Shader::link("cell", cell_vertex, cell_fragment);
    if (!linked)
        return linked.error();
    shader.emplace(std::move(linked).value());
    Result<Offscreen> made = Offscreen::create(options.pixels, options.pixels, PixelKind::rgba8, true);
    if (!made)
        return made.error();
    viewport.emplace(std::move(made).value());
    Result<MeshOnCard> unit = make_unit_box();
    if (!unit)
        return unit.error();
    box.emplace(std::move(unit).value());
    queries.resize(options.max_queries);
    glGenQueries(static_cast<GLsizei>(queries.size()), queries.data());
    free_queries = queries;
    // Nobody else draws in this context, so that this holds for good. A sample on the far face counts.
    glDisable(GL_CULL_FACE);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glClearDepth(1.0);
    viewport->bind();
    shader->use();
    return {};
}

void CellAsker::Content::draw_view(std::size_t cell)
{
    Asked& asked = cells[cell];
    shader->set("axis", static_cast<int>(asked.views));
    if (asked.views == 0) {
        glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
        glDepthMask(GL_TRUE);
        if (options.draws_box) {
            shader->set("lower", Vec3{0.0f, 0.0f, 0.0f});
            shader->set("upper", Vec3{1.0f, 1.0f, 1.0f});
            box->draw();
        }
        glClear(GL_DEPTH_BUFFER_BIT);
        glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
        glDepthMask(GL_FALSE);
    }
    shader->set("lower", asked.cell.lower);
    shader->set("upper", asked.cell.upper);
    drawn.push_back({free_queries.back(), cell});
    free_queries.pop_back();
    glBeginQuery(GL_SAMPLES_PASSED, drawn.back().query);
    meshes[asked.mesh].draw();
    glEndQuery(GL_SAMPLES_PASSED);
    ++asked.views;
    ++counts.queries;
}

void CellAsker::Content::draw_views()
{
    if (waiting.empty() || free_queries.empty())
        return;
    for (; !waiting.empty() && !free_queries.empty(); waiting.pop_front())
        draw_view(waiting.front());
    glFlush();
}

void CellAsker::Content::note_samples(std::size_t cell, unsigned samples)
{
    Asked& asked = cells[cell];
    if (samples == 0 && asked.views < view_count) {
        waiting.push_back(cell);
        return;
    }
    asked.answer = samples > 0 ? CellAnswer::shows_surface : CellAnswer::shows_nothing;
    --open_cells;
    ++counts.cells;
}

/// True if there was an answer. The card answers in the order of the questions, so the first that is missing ends it.
bool CellAsker::Content::take_answers(bool waits)
{
    bool has_taken = false;
    for (; !drawn.empty(); drawn.pop_front()) {
        const Drawn& next = drawn.front();
        GLuint is_there = GL_TRUE, samples = 0;
        if (!waits)
            glGetQueryObjectuiv(next.query, GL_QUERY_RESULT_AVAILABLE, &is_there);
        if (is_there == GL_FALSE)
            break;
        glGetQueryObjectuiv(next.query, GL_QUERY_RESULT, &samples);
        free_queries.push_back(next.query);
        has_taken = true;
        if (next.cell)
            note_samples(*next.cell, samples);
    }
    return has_taken;
}

CellAsker::CellAsker(std::unique_ptr<Content> content) : content_(std::move(content)) {}
CellAsker::CellAsker(CellAsker&&) noexcept = default;
CellAsker& CellAsker::operator=(CellAsker&&) noexcept = default;
CellAsker::~CellAsker() = default;

Result<CellAsker> CellAsker::open(const CellAskerOptions& options)
{
    if (options.max_queries == 0)
        return Error{ErrorCode::invalid_argument, "max_queries is 0: no cell would ever be asked"};
    Result<Context> context = Context::open();
    if (!context)
        return context.error();
    auto content = std::make_unique<Content>(std::move(context).value(), options);
    const ContextScope scope(content->context);
    if (!scope.ok())
        return Error{ErrorCode::unavailable, "the driver does not let this thread draw"};
    if (Result<void> prepared = content->prepare(); !prepared.ok())
        return prepared.error();
    return CellAsker(std::move(content));
}

const std::string& CellAsker::renderer() const { return content_->context.renderer(); }

Result<std::uint32_t> CellAsker::add_mesh(const MeshView& mesh)
{
    if (Result<void> drawable = check_drawable(mesh); !drawable.ok())
        return drawable.error();
    const ContextScope scope(content_->context);
    Result<MeshOnCard> made = MeshOnCard::create(mesh);
    if (!made)
        return made.error();
    content_->meshes.push_back(std::move(made).value());
    return static_cast<std::uint32_t>(content_->meshes.size() - 1);
}

Result<std::size_t> CellAsker::ask(std::uint32_t mesh, std::span<const AskedCell> cells)
{
    const auto refuse = [](std::string what) { return Error{ErrorCode::invalid_argument, std::move(what)}; };
    if (mesh >= content_->meshes.size())
        return refuse("mesh " + std::to_string(mesh) + " of " + std::to_string(content_->meshes.size()));
    for (std::size_t k = 0; k < cells.size(); ++k)
        if (!is_box(cells[k]))
            return refuse("cell " + std::to_string(k) + ": its lower corner is not below its upper one");
    const std::size_t first = content_->cells.size();
    for (const AskedCell& cell : cells) {
        content_->waiting.push_back(content_->cells.size());
        content_->cells.push_back({.cell = with_volume(cell), .mesh = mesh});
    }
    content_->open_cells += cells.size();
    return first;
}

std::size_t CellAsker::work()
{
    const ContextScope scope(content_->context);
    const bool had_queries = !content_->drawn.empty();
    const bool has_taken = content_->take_answers(false);
    content_->draw_views();
    ++content_->counts.work_units;
    content_->counts.vain_units += had_queries && !has_taken ? 1 : 0;
    return content_->open_cells;
}

void CellAsker::finish()
{
    const ContextScope scope(content_->context);
    while (content_->open_cells > 0) {
        content_->draw_views();
        content_->take_answers(true);
    }
}

CellAnswer CellAsker::answer(std::size_t cell) const { return content_->cells[cell].answer; }

std::uint32_t CellAsker::views(std::size_t cell) const { return content_->cells[cell].views; }

void CellAsker::forget_cells()
{
    // A query that is begun anew before its answer has come can still get the old one in Mesa 22.3: it has to come in.
    for (Content::Drawn& drawn : content_->drawn)
        drawn.cell.reset();
    content_->cells.clear();
    content_->waiting.clear();
    content_->open_cells = 0;
}

const CellAskerCounts& CellAsker::counts() const { return content_->counts; }

} // namespace tactus
