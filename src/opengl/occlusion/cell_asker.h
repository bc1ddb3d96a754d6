// SPDX-License-Identifier: MIT
// O. Rodríguez, M. Franquesa, "A new sphere-tree generation method to speed up the collision detection pipeline", 2005,
// Algorithm 1: occlusion queries say which cells of an octree hold surface.
//
// What is kept although it does nothing: the cell's box is drawn and the depth buffer is cleared after it, so that
// nothing occludes, and a query counts every sample of the surface that falls into the viewing volume. What is open in
// the paper: the size of the viewport, which is an option here. Where we differ: no answer is waited for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include <tactus/geometry.h>
#include <tactus/result.h>

namespace tactus {

/// A box that is asked about, faces included.
struct AskedCell {
    Vec3 lower;
    Vec3 upper;
};

/// What the card says of a cell.
enum class CellAnswer : std::uint8_t {
    open,          ///< It has not been asked in all views that it needs.
    shows_nothing, ///< No view has a sample. Surface that is thin, tiny or edge-on may still be there.
    shows_surface, ///< A view has a sample.
};

/// How cells are asked about.
struct CellAskerOptions {
    std::uint32_t pixels = 64; ///< The sides of the square viewport.
    /// At most so many queries are with the card at a time; further ones wait for a later work unit.
    std::uint32_t max_queries = 256;
    /// Draws the cell's box before the depth buffer is cleared, as the paper does. Answers are the same without.
    bool draws_box = true;
};

/// What has been asked so far.
struct CellAskerCounts {
    std::uint64_t cells = 0;      ///< How many cells have an answer.
    std::uint64_t queries = 0;    ///< How many views have been drawn, with an occlusion query for each.
    std::uint64_t work_units = 0; ///< How many calls of work() there were.
    std::uint64_t vain_units = 0; ///< How many of them found queries with the card and no answer.
};

/// Asks a graphics card which cells hold surface of meshes that lie in its memory.
///
/// A cell is the viewing volume of up to three orthographic views, along x, y and z. It holds surface if one of them
/// shows a sample, and the first that does is the last. An answer is no proof: a sample is a pixel's centre, and what
/// misses all of them is not seen. A cell that shows surface holds some, or some lies outside by no more than rounding,
/// a millionth of the cell's size, or of a triangle's where that is larger. In Mesa's software renderer no triangle of
/// up to 1000 times a cell's size was shown that is not there, and larger ones were up to 2e-8 of their size away.
///
/// Nothing waits: work() reads the answers that have come and draws what is next. One thread at a time.
class CellAsker {
public:
    /// Refuses a machine without OpenGL, and viewports that it cannot have.
    static Result<CellAsker> open(const CellAskerOptions& options = {});

    CellAsker(CellAsker&&) noexcept;
    CellAsker& operator=(CellAsker&&) noexcept;
    ~CellAsker();

    /// The driver's name for what draws.
    const std::string& renderer() const;

    /// Copies a mesh to the card and gives its number. Refuses bad indices and coordinates that are not finite.
    Result<std::uint32_t> add_mesh(const MeshView& mesh);

    /// Lists cells to be asked about a mesh and gives the number of the first; the others follow it. Nothing is drawn
    /// yet. A side of no length is widened to a millionth of the longest one, since a viewing volume has three.
    Result<std::size_t> ask(std::uint32_t mesh, std::span<const AskedCell> cells);

    /// One work unit: takes the answers that are there and draws views, as many as may be with the card. Gives how many
    /// cells are open.
    std::size_t work();
    /// Works until no cell is open, and waits for the card where it has to.
    void finish();

    CellAnswer answer(std::size_t cell) const;
    /// How many views of the cell have been drawn so far.
    std::uint32_t views(std::size_t cell) const;
    /// Forgets all cells, open ones too. Numbers begin at 0 again.
    void forget_cells();

    const CellAskerCounts& counts() const;

private:
    struct Content;
    explicit CellAsker(std::unique_ptr<Content> content);
    std::unique_ptr<Content> content_;
};

} // namespace tactus
