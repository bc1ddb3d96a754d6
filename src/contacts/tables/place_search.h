// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/stages/stages.h"
#include "contacts/depths/patches/number_sort.h"
#include "tree/tree.h"

namespace tactus {

/// Finds an order of a body's triangles whose runs lie together, so that depths can be searched run by run: the tree's,
/// where that has patches, and otherwise one along a curve that fills the body's box (Morton 1966). No answer depends
/// on it, only how long it takes.
class PlaceSearch {
public:
    /// Appends to the stages what finds it. The tree must stay, and this where it is, until they are done; its vertices
    /// may move meanwhile.
    void find(const Tree& tree, std::size_t triangle_count, Stages& stages);
    /// By the numbers of triangles, their places; when the stages are done. Those of removed ones mean nothing.
    std::vector<std::uint32_t> take() { return std::move(places_); }
    std::size_t bytes() const { return sort_.bytes() + places_.capacity() * sizeof(std::uint32_t); }

private:
    void find_on_curve(const Tree& tree, Stages& stages);

    std::vector<std::uint32_t> places_;
    std::uint32_t next_ = 0;
    NumberSort sort_;
};

} // namespace tactus
