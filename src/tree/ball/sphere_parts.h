// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "tree/ball/sphere_body.h"
#include "tree/tree.h"

namespace tactus {

/// A sphere has one part, itself: a leaf that holds triangle 0, in a box as large as the sphere.
class SphereParts final : public PartTree {
public:
    /// The body must outlive this.
    explicit SphereParts(const SphereBody& body) : body_(&body) {}

    void begin() override {}
    bool prepare() override { return true; }
    std::uint32_t root() const override { return 0; }
    Box root_box() const override { return body_->box(); }
    bool is_leaf(std::uint32_t) const override { return true; }
    void open(std::uint32_t, const Box&, std::uint32_t, PartChildren& children) override { children.count = 0; }
    void open_leaf(std::uint32_t, PartTriangles& triangles) override
    {
        triangles.triangle[0] = 0;
        triangles.box[0] = body_->box();
        triangles.count = 1;
    }
    Travel travel() const override { return {1, body_->travel()}; }
    std::size_t bytes() const override { return sizeof(*this); }

private:
    const SphereBody* body_;
};

} // namespace tactus
