// SPDX-License-Identifier: MIT
// CGAL's box intersection (A. Zomorodian, H. Edelsbrunner: Fast Software for Box Intersections, 2002) and its
// triangle test with exact predicates: the reference for the pair sets.
#include <algorithm>

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Intersections_3/Triangle_3_Triangle_3.h>
#include <CGAL/box_intersection_d.h>
#include <CGAL/version.h>

#include "libraries/narrow_phase.h"
#include "libraries/peer.h"
#include "libraries/triangle_box.h"

namespace tactus::peers {

namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Triangle = Kernel::Triangle_3;
using Box = CGAL::Box_intersection_d::Box_with_info_d<float, 3, std::uint32_t>;

struct CgalMesh {
    const std::vector<TriangleIndices>* triangles = nullptr;
    const Vec3* positions = nullptr;
    std::vector<Box> boxes;
    std::vector<Box> sorted; // the intersection puts its boxes in its own order

    void update(const std::vector<Vec3>& now)
    {
        positions = now.data();
        boxes.clear();
        for (std::uint32_t i = 0; i < triangles->size(); ++i) {
            const auto [lower, upper] = box_of_triangle((*triangles)[i], positions);
            float lower_corner[3] = {lower.x, lower.y, lower.z};
            float upper_corner[3] = {upper.x, upper.y, upper.z};
            boxes.emplace_back(lower_corner, upper_corner, i);
        }
    }

    Triangle triangle(std::uint32_t index) const
    {
        const auto [a, b, c] = corners((*triangles)[index], positions);
        return {Kernel::Point_3(a.x, a.y, a.z), Kernel::Point_3(b.x, b.y, b.z), Kernel::Point_3(c.x, c.y, c.z)};
    }
};

class CgalPeer final : public Peer {
public:
    void build(const Workload& workload) override
    {
        questions_ = workload.questions;
        sets_.resize(questions_.size());
        meshes_.resize(workload.meshes.size());
        for (std::size_t m = 0; m < meshes_.size(); ++m) {
            meshes_[m].triangles = &workload.meshes[m];
            meshes_[m].boxes.reserve(workload.meshes[m].size());
        }
    }

    void update(const Frame& frame) override
    {
        for (std::size_t m = 0; m < meshes_.size(); ++m)
            meshes_[m].update(frame[m]);
    }

    void query() override
    {
        for (std::size_t k = 0; k < questions_.size(); ++k) {
            sets_[k].clear();
            if (questions_[k].a == questions_[k].b)
                self_pairs(meshes_[questions_[k].a], sets_[k]);
            else
                pairs(meshes_[questions_[k].a], meshes_[questions_[k].b], sets_[k]);
        }
    }

    void collect(PairSets& sets) const override { sets = sets_; }

private:
    static void pairs(CgalMesh& a, CgalMesh& b, std::vector<TrianglePair>& found)
    {
        a.sorted = a.boxes;
        b.sorted = b.boxes;
        CGAL::box_intersection_d(
            a.sorted.begin(), a.sorted.end(), b.sorted.begin(), b.sorted.end(),
            [&](const Box& box_a, const Box& box_b) {
                if (CGAL::do_intersect(a.triangle(box_a.info()), b.triangle(box_b.info())))
                    found.push_back({box_a.info(), box_b.info()});
            });
    }

    static void self_pairs(CgalMesh& mesh, std::vector<TrianglePair>& found)
    {
        mesh.sorted = mesh.boxes;
        CGAL::box_self_intersection_d(mesh.sorted.begin(), mesh.sorted.end(), [&](const Box& box_a, const Box& box_b) {
            const std::uint32_t i = std::min(box_a.info(), box_b.info()), j = std::max(box_a.info(), box_b.info());
            if (!share_vertex((*mesh.triangles)[i], (*mesh.triangles)[j])
                && CGAL::do_intersect(mesh.triangle(i), mesh.triangle(j)))
                found.push_back({i, j});
        });
    }

    std::vector<Question> questions_;
    std::vector<CgalMesh> meshes_;
    PairSets sets_;
};

} // namespace

PeerInfo cgal_peer()
{
    return {
        .name = "CGAL",
        .version = CGAL_VERSION_STR,
        .setup = "box_intersection_d on float boxes of the triangles, then do_intersect with exact predicates",
        .exact = true,
        .self_collision = true,
        .make = [] { return std::make_unique<CgalPeer>(); },
    };
}

} // namespace tactus::peers
