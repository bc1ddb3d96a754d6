// SPDX-License-Identifier: MIT
#include "world/bodies/contact_table_maker.h"

#include <limits>
#include <utility>

#include "base/work_prices.h"
#include "world/bodies/body.h"

namespace tactus {

void ContactTableMaker::begin(Body& body)
{
    body_ = &body;
    contacts_ = nullptr;
    is_facing_alone_ = false;
    made_ = {};
    begin_phase(Phase::triangles);
}

void ContactTableMaker::begin_facing(Body& body, const BodyContacts& contacts)
{
    body_ = &body;
    contacts_ = &contacts;
    is_facing_alone_ = true;
    begin_phase(Phase::facing);
}

bool ContactTableMaker::advance(std::uint64_t nanoseconds)
{
    while (phase_ != Phase::done && stages_.advance(nanoseconds)) {
        end_phase();
        if (nanoseconds == 0)
            break;
    }
    return phase_ == Phase::done;
}

void ContactTableMaker::begin_phase(Phase phase)
{
    phase_ = phase;
    const std::vector<TriangleIndices>& given = body_->given_triangles;
    switch (phase) {
    case Phase::triangles:
        copy_triangles();
        break;
    case Phase::tables:
        sides_.find(given, body_->vertex_count, stages_);
        owners_.find(given, body_->vertex_count, sides_, stages_);
        depth_tables_.find(given, body_->vertex_count, sides_, stages_);
        find_vertices();
        break;
    case Phase::places:
        places_.find(*body_->tree, given.size(), stages_);
        break;
    case Phase::facing:
        facing_.find([this] { return surface(); }, stages_);
        break;
    case Phase::done:
        break;
    }
}

void ContactTableMaker::end_phase()
{
    switch (phase_) {
    case Phase::triangles:
        // Where a part of the tree was made anew meanwhile, triangles stand elsewhere than before.
        if (rebuilt_ != body_->tree->counts().rebuilt)
            return begin_phase(Phase::triangles);
        if (body_->given_triangles.empty())
            body_->given_triangles = std::move(triangles_);
        triangles_ = {};
        return begin_phase(Phase::tables);
    case Phase::tables:
        made_.owners = owners_.take();
        made_.depth_tables = std::move(depth_tables_.tables());
        // A triangle that goes there and back has every edge in both directions, and yet no inside.
        made_.depth_tables.is_closed = made_.depth_tables.is_closed && body_->tool() == nullptr;
        return begin_phase(made_.depth_tables.is_closed ? Phase::places : Phase::done);
    case Phase::places:
        made_.depth_tables.place_of_triangle = places_.take();
        return begin_phase(Phase::facing);
    case Phase::facing:
        made_.faces_inwards = facing_.faces_inwards();
        return begin_phase(Phase::done);
    case Phase::done:
        break;
    }
}

void ContactTableMaker::copy_triangles()
{
    rebuilt_ = body_->tree->counts().rebuilt;
    triangles_ = {};
    stages_.add(
        price::begun_tables, [] { return 1; },
        [this](std::size_t, std::size_t) {
            if (body_->given_triangles.empty())
                triangles_.reserve(body_->triangle_count);
        });
    const auto needed = [this](std::size_t count) { return body_->given_triangles.empty() ? count : 0; };
    stages_.add(
        price::table_entry, [this, needed] { return needed(body_->triangle_count); },
        [this](std::size_t, std::size_t last) { triangles_.resize(last, removed_triangle); });
    stages_.add(
        price::given_triangle, [this, needed] { return needed(body_->triangles().size()); },
        [this](std::size_t first, std::size_t last) {
            const TriangleList list = body_->triangles();
            for (std::size_t place = first; place < last; ++place)
                if (list.number(place) != TriangleList::no_triangle)
                    triangles_[list.number(place)] = body_->given_corners(place);
        });
}

/// Where vertices stand, if not by their numbers.
void ContactTableMaker::find_vertices()
{
    are_vertices_in_order_ = true;
    const auto order = [this] { return body_->tree->vertex_order(); };
    stages_.add(
        price::table_entry, [order] { return order().size(); },
        [this, order](std::size_t first, std::size_t last) {
            for (std::size_t place = first; place < last; ++place)
                are_vertices_in_order_ = are_vertices_in_order_ && order()[place] == place;
        });
    const auto needed = [this, order] { return are_vertices_in_order_ ? 0 : order().size(); };
    stages_.add(price::table_entry, needed, [this, needed](std::size_t, std::size_t last) {
        made_.place_of_vertex.reserve(needed());
        made_.place_of_vertex.resize(last);
    });
    stages_.add(price::entry, needed, [this, order](std::size_t first, std::size_t last) {
        for (std::size_t place = first; place < last; ++place)
            made_.place_of_vertex[order()[place]] = static_cast<std::uint32_t>(place);
    });
}

BodySurface ContactTableMaker::surface() const
{
    if (contacts_ != nullptr)
        return contacts_->surface();
    return {
        body_->given_triangles, body_->triangles().positions, &made_.owners,
        made_.place_of_vertex.empty() ? nullptr : made_.place_of_vertex.data()};
}

void ContactTableMaker::begin_move(const Body& body)
{
    if (body_ == &body && phase_ == Phase::facing && facing_.has_begun())
        advance(std::numeric_limits<std::uint64_t>::max());
}

ContactTables ContactTableMaker::take()
{
    body_ = nullptr;
    return std::move(made_);
}

void ContactTableMaker::stop()
{
    stages_.clear();
    phase_ = Phase::done;
    body_ = nullptr;
}

std::size_t ContactTableMaker::bytes() const
{
    return triangles_.capacity() * sizeof(TriangleIndices) + sides_.bytes() + depth_tables_.bytes() + places_.bytes();
}

ContactTables make_contact_tables(Body& body)
{
    ContactTableMaker maker;
    maker.begin(body);
    while (!maker.advance(std::numeric_limits<std::uint64_t>::max())) {
    }
    return maker.take();
}

} // namespace tactus
