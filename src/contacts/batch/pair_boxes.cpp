// SPDX-License-Identifier: MIT
#include "contacts/batch/pair_boxes.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "contacts/batch/pair_boxes.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "geometry/lanes/triangle_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tactus::HWY_NAMESPACE {
namespace {

// The box of triangles that are given one after the other.
class GrowingBox {
public:
    HWY_INLINE GrowingBox(const contact_batch::CornerSource& source, std::uint32_t first)
        : source_(source), last_(first), lower_(corner(first, 0)), upper_(lower_)
    {
        add_corners(first);
    }

    // A triangle often has several pairs that follow each other.
    HWY_INLINE void add(std::uint32_t number)
    {
        if (number == last_)
            return;
        last_ = number;
        add_corners(number);
    }

    HWY_INLINE Box box() const
    {
        // Of the two zeros the positive one, whichever way round they came.
        alignas(16) float lower[4], upper[4];
        hn::Store(hn::Add(lower_, hn::Zero(Floats())), Floats(), lower);
        hn::Store(hn::Add(upper_, hn::Zero(Floats())), Floats(), upper);
        return {{lower[0], lower[1], lower[2]}, {upper[0], upper[1], upper[2]}};
    }

private:
    HWY_INLINE Float4 corner(std::uint32_t number, std::size_t k) const
    {
        const std::uint32_t index = source_.triangles[3 * static_cast<std::size_t>(number) + k];
        return vertex(source_.positions, source_.places != nullptr ? source_.places[index] : index);
    }

    HWY_INLINE void add_corners(std::uint32_t number)
    {
        const Float4 p = corner(number, 0), q = corner(number, 1), r = corner(number, 2);
        lower_ = hn::Min(lower_, hn::Min(hn::Min(p, q), r));
        upper_ = hn::Max(upper_, hn::Max(hn::Max(p, q), r));
    }

    contact_batch::CornerSource source_;
    std::uint32_t last_;
    Float4 lower_;
    Float4 upper_;
};

} // namespace

contact_batch::PairBoxes pair_boxes(
    const contact_batch::CornerSource& a, const contact_batch::CornerSource& b, const TrianglePair* pairs,
    std::size_t count)
{
    GrowingBox box_a(a, pairs[0].a), box_b(b, pairs[0].b);
    for (std::size_t i = 1; i < count; ++i) {
        box_a.add(pairs[i].a);
        box_b.add(pairs[i].b);
    }
    return {box_a.box(), box_b.box()};
}

} // namespace tactus::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tactus {

HWY_EXPORT(pair_boxes);

contact_batch::PairBoxes contact_batch::boxes_of_pairs(
    const CornerSource& a, const CornerSource& b, const TrianglePair* pairs, std::size_t count)
{
    return HWY_DYNAMIC_DISPATCH(pair_boxes)(a, b, pairs, count);
}

} // namespace tactus
#endif
