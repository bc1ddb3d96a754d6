// SPDX-License-Identifier: MIT
#include "tree/shapes/shape_body.h"

#include "tree/shapes/single_node.h"

namespace tactus {

TreeNodes& ShapeBody::nodes()
{
    if (nodes_ == nullptr)
        nodes_ = std::make_unique<SingleNode<ShapeBody>>(*this);
    return *nodes_;
}

} // namespace tactus
