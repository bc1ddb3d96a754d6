// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include <tactus/world.h>

#include "base/out_of_memory.h"
#include "base/threads/parallel.h"
#include "world/bodies/table/body_table.h"
#include "world/contacts/contact_queries.h"
#include "world/edit/cut_sides.h"
#include "world/input/checked_input.h"
#include "world/moved_together.h"
#include "world/pairs/encounters.h"
#include "world/pairs/pair_queries.h"

namespace tactus {

struct Body;
struct MadeEdit;
class SurfaceQueries;
class ToolQueries;

/// Everything a world owns.
struct World::Parts {
    explicit Parts(const WorldDesc& desc);
    ~Parts();

    /// What f() gives, a Result. It is refused if memory ends before that, and of a world that was moved from, whose
    /// parts are none.
    template <class F>
    static auto ask(const Parts* parts, F&& f) -> decltype(f())
    {
        return refused_if_memory_ends([&]() -> decltype(f()) {
            if (parts == nullptr)
                return moved_from_world();
            return f();
        });
    }
    /// What f(body) gives, for the body with this id, or a refusal if there is none.
    template <class F>
    static auto ask_body(Parts* parts, BodyId id, F&& f) -> decltype(f(std::declval<Body&>()))
    {
        return ask(parts, [&]() -> decltype(f(std::declval<Body&>())) {
            Body* const body = parts->bodies.find(id);
            if (body == nullptr)
                return parts->bodies.stale(id);
            return f(*body);
        });
    }
    /// Runs f, which changes what is kept for queries. If it throws, all of that is forgotten: it may be half done.
    template <class F>
    auto at_risk(F&& f) -> decltype(f())
    {
        end_reads();
        try {
            bodies.recover();
            return f();
        } catch (...) {
            forget_queries();
            throw;
        }
    }
    /// Runs a query, which fills this report. Where memory ends, the report says so.
    template <class Report, class F>
    const Report& reported(const Report& filled, F&& f)
    {
        unless_memory_ends([&] { at_risk(f); }, [] {});
        return filled;
    }
    /// Something is going to change: questions about surfaces are answered one at a time again.
    void end_reads();
    /// Forgets everything that queries keep; bodies, and what was said about them, stay. The reports say that memory
    /// ended.
    void forget_queries() noexcept;

    /// Gives a new body its place.
    BodyId adopt(Body body);
    /// Gives its place to the body that `make` gives as a Result, or refuses as that does; none are the parts of a
    /// world that was moved from.
    template <class F>
    static Result<BodyId> add(Parts* parts, F&& make);
    /// Takes a body out, if it is there.
    void remove(BodyId id) noexcept;
    /// Moves a body to where its positions or its pose say. All workers share in it.
    template <class Place>
    Result<void> move(BodyId id, Body& body, const Place& place);
    /// The same for several bodies, which are shared among the workers.
    template <class Entry>
    Result<void> move_all(std::span<const Entry> batch);
    template <class IsShared>
    void move_in_pieces(std::span<const BodyPositions> batch, IsShared is_shared);
    /// Carries out what make_edits has made. Where memory ends meanwhile, all bodies of the batch are removed.
    Result<EditReport> carry_out(std::span<const BodyEdit> batch, std::span<MadeEdit> made);
    /// Brings up to date what the query that begins goes by. Trees are told of it, so that they may drop what none has
    /// used for a while, but not while the parts of an unfinished contact query are still wanted.
    void begin_query();
    /// Asks f, which gives a Result, about the surfaces of all bodies, as `ask` does.
    template <class F>
    static auto ask_surfaces(Parts* parts, F&& f);
    /// The same about those of one.
    template <class F>
    static auto ask_surface(Parts* parts, BodyId id, F&& f);

    // Each of these uses only those that come before it.
    Workers workers;
    BodyTable bodies;
    Encounters encounters;
    PairQueries pairs;
    ContactQueries contacts;
    CutSides cuts;
    std::unique_ptr<SurfaceQueries> surface_queries;
    std::unique_ptr<ToolQueries> tools;
    MovedTogether moved_together;
};

} // namespace tactus
