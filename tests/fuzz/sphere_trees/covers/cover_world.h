// SPDX-License-Identifier: MIT
// Worlds in which unrefined contacts push, and one answer of such a world with all that its forces say.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "../tree_scene.h"

#include <tactus/tactus.h>

namespace tactus::fuzz::sphere_trees {

/// A body that may be pushed, as a caller knows it.
struct PushedBody {
    enum class Form { closed_mesh, open_mesh, ball, ground };
    Form form = Form::closed_mesh;
    BodyId id;
    FuzzMesh own;              ///< The mesh in the body's own coordinates.
    std::vector<Vec3> at;      ///< Where the vertices are.
    double outwards = 1.0;     ///< Triangles' area vectors times this point out of a closed mesh.
    double size = 0.0;         ///< How far the body reaches from its middle.
    StructureChoice structure; ///< How it is searched.
    SphereTree tree;           ///< The tree of a body with a medial sphere tree.
    Pose pose;
    bool only_posed = true; ///< Its vertices have never been given anew.

    bool is_mesh() const { return form == Form::closed_mesh || form == Form::open_mesh; }
    bool is_closed() const { return form == Form::closed_mesh; }
    /// Whether the structure is made of spheres.
    bool has_spheres() const;
};

/// Two to four bodies that lie in each other, and how they are asked about.
struct CoverWorld {
    std::vector<std::unique_ptr<PushedBody>> bodies;
    ContactSettings settings;
    Material material;
    float rest_offset = 0.0f;
    float scale = 1.0f;
    World world = World::create().value();
    Random random;

    explicit CoverWorld(Random given);

    /// Moves some of the bodies a little, by poses or by positions.
    void move();
    const PushedBody& body(BodyId id) const;
    /// What the world is made of, for messages.
    std::string about() const;

private:
    void add(std::unique_ptr<PushedBody> body, const Arrow& middle);
    void set_pairs();
};

/// A law that gives what the default one does, or something else that contacts may do, and writes down what it was
/// told.
class TellingLaw final : public ForceLaw {
public:
    enum class Manner {
        as_default,
        hardens, ///< Contacts push the harder the deeper they are, beyond what the default law says.
        rubs,    ///< Contacts push across their normals too, however fast they are.
    };
    struct Told {
        ContactLoad load;
        ContactPush push;
    };
    Manner manner = Manner::as_default;
    mutable std::vector<Told> told;

    ContactPush push(const ContactLoad& load) const noexcept override;
};

/// One answer and what it pushes with. Unrefined contacts have the names that contact_forces gave them.
struct CoverAnswer {
    std::vector<Contact> contacts, unrefined;
    bool complete = false;
    std::uint64_t merged = 0;
    std::vector<ContactForce> forces;
    std::vector<VertexForce> vertices;
    std::vector<Wrench> wrenches;
    double confirmed_push = 0.0, held_push = 0.0, estimated_error = 0.0;
    std::uint32_t open_pairs = 0, unknown_pairs = 0;
    std::vector<TellingLaw::Told> told;

    CoverAnswer(CoverWorld& world, const ContactReport& report, float step_seconds, TellingLaw::Manner manner);
};

} // namespace tactus::fuzz::sphere_trees
