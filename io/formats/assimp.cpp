// SPDX-License-Identifier: MIT
// glTF, GLB and every other format that assimp reads.
#include <array>
#include <exception>
#include <fstream>

#include <assimp/Importer.hpp>
#include <assimp/scene.h>

#include "io/byte_order.h"
#include "io/file_bytes.h"
#include "io/formats/formats.h"
#include "io/formats/text.h"

namespace tactus::io {

namespace {

/// Three rows of four: a rotation, scale and shift.
using Transform = std::array<double, 12>;

constexpr Transform identity = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};

Transform child_transform(const Transform& parent, const aiMatrix4x4& m)
{
    const double child[4][4] = {
        {m.a1, m.a2, m.a3, m.a4}, {m.b1, m.b2, m.b3, m.b4}, {m.c1, m.c2, m.c3, m.c4}, {0.0, 0.0, 0.0, 1.0}};
    Transform result{};
    for (std::size_t row = 0; row < 3; ++row)
        for (std::size_t column = 0; column < 4; ++column)
            for (std::size_t k = 0; k < 4; ++k)
                result[4 * row + column] += parent[4 * row + k] * child[k][column];
    return result;
}

Vec3 transformed(const Transform& t, const aiVector3D& p)
{
    const double x = p.x, y = p.y, z = p.z;
    return {
        static_cast<float>(t[0] * x + t[1] * y + t[2] * z + t[3]),
        static_cast<float>(t[4] * x + t[5] * y + t[6] * z + t[7]),
        static_cast<float>(t[8] * x + t[9] * y + t[10] * z + t[11])};
}

class SceneReader {
public:
    SceneReader(const std::filesystem::path& path, const aiScene& scene) : path_(path), scene_(scene) {}

    /// Nodes in the file's order, depth first; a mesh that several nodes show is there several times.
    Result<void> take_node(const aiNode& node, const Transform& parent, std::size_t depth = 0)
    {
        if (depth > 1000)
            return file_error(path_, "its nodes are nested more than 1000 deep");
        const Transform transform = child_transform(parent, node.mTransformation);
        for (unsigned k = 0; k < node.mNumMeshes; ++k)
            if (Result<void> taken = take_mesh(*scene_.mMeshes[node.mMeshes[k]], transform); !taken.ok())
                return taken;
        for (unsigned k = 0; k < node.mNumChildren; ++k)
            if (Result<void> taken = take_node(*node.mChildren[k], transform, depth + 1); !taken.ok())
                return taken;
        return {};
    }

    Mesh mesh;

private:
    Result<void> take_mesh(const aiMesh& part, const Transform& transform)
    {
        const std::size_t first = mesh.positions.size();
        if (first + part.mNumVertices >= UINT32_MAX)
            return Error{ErrorCode::too_large, path_.string() + ": more vertices than 32-bit numbers can count"};
        for (unsigned k = 0; k < part.mNumVertices; ++k) {
            const aiVector3D& point = part.mVertices[k];
            mesh.positions.push_back(transformed(transform, point));
            // The file's own coordinate first: a transform spreads one nan over all three.
            std::string wrong = non_finite_text({point.x, point.y, point.z}, first + k);
            if (wrong.empty())
                wrong = non_finite_text(mesh.positions.back(), first + k);
            if (!wrong.empty())
                return file_error(path_, "mesh " + in_quotes(part.mName.C_Str()) + ", " + wrong);
        }
        for (unsigned k = 0; k < part.mNumFaces; ++k) {
            const aiFace& face = part.mFaces[k];
            corners_.clear();
            for (unsigned corner = 0; corner < face.mNumIndices; ++corner) {
                if (face.mIndices[corner] >= part.mNumVertices)
                    return file_error(
                        path_, "mesh " + in_quotes(part.mName.C_Str()) + ", face " + std::to_string(k)
                                   + ": it names vertex " + std::to_string(face.mIndices[corner])
                                   + ", but there are only " + std::to_string(part.mNumVertices)
                                   + ", counted from 0; repair or remove this face");
                corners_.push_back(static_cast<std::uint32_t>(first + face.mIndices[corner]));
            }
            // One and two corners are points and lines, which many formats mix with faces.
            if (corners_.size() >= 3)
                add_face(mesh, corners_);
        }
        return {};
    }

    const std::filesystem::path& path_;
    const aiScene& scene_;
    std::vector<std::uint32_t> corners_;
};

/// assimp asks for as much memory as a chunk of a GLB file announces before it looks whether the file has it, so this
/// looks first, at the two chunks that are read.
Result<void> check_glb_chunks(const std::filesystem::path& path, std::uint64_t size)
{
    std::ifstream file(path, std::ios::binary);
    char header[12] = {};
    if (!file.read(header, sizeof header) || std::string_view(header, 4) != "glTF")
        return {};
    const int chunk_count = little_endian_at<std::uint32_t>(header + 4) == 2 ? 2 : 1;
    std::uint64_t at = sizeof header;
    char chunk[8];
    for (int k = 0; k < chunk_count && file.seekg(static_cast<std::streamoff>(at)) && file.read(chunk, sizeof chunk);
         ++k) {
        const std::uint64_t length = little_endian_at<std::uint32_t>(chunk);
        at += sizeof chunk;
        if (length > size - at)
            return file_error(
                path, "its chunk " + std::to_string(k) + " announces " + std::to_string(length) + " bytes, but only "
                          + std::to_string(size - at) + " follow; it is cut short");
        at += length;
    }
    return {};
}

/// Its words may quote a whole damaged file.
Error refusal_of_assimp(const std::filesystem::path& path, std::string_view words)
{
    return file_error(path, "cannot be read: " + shortened(words, 200));
}

} // namespace

Result<Mesh> read_with_assimp(const std::filesystem::path& path)
{
    const Result<std::uint64_t> size = readable_size(path);
    if (!size.ok())
        return size.error();
    Assimp::Importer importer;
    const aiScene* scene = nullptr;
    try {
        if (!importer.IsExtensionSupported(path.extension().string()))
            return file_error(
                path, "\"" + extension_of(path)
                          + "\" is not a mesh format that is read; convert it to OBJ, PLY, STL, OFF or glTF");
        // It goes back and forth in the file, which a pipe does not allow.
        if (size.value() == 0)
            return file_error(path, "is a pipe or a device, from which this format is not read; save it as a file");
        if (Result<void> checked = check_glb_chunks(path, size.value()); !checked.ok())
            return checked.error();
        // No processing: every step of it may reorder, join or drop triangles.
        scene = importer.ReadFile(path.string(), 0);
    } catch (const std::exception& failure) {
        return refusal_of_assimp(path, failure.what());
    }
    if (scene == nullptr)
        return refusal_of_assimp(path, importer.GetErrorString());
    if ((scene->mFlags & AI_SCENE_FLAGS_INCOMPLETE) != 0 || scene->mRootNode == nullptr)
        return file_error(path, "is incomplete; it holds no meshes that could be used");
    SceneReader reader(path, *scene);
    if (Result<void> taken = reader.take_node(*scene->mRootNode, identity); !taken.ok())
        return taken.error();
    return std::move(reader.mesh);
}

} // namespace tactus::io
