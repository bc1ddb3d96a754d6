// SPDX-License-Identifier: MIT
#include "tree/ball/sphere_body.h"

#include "tree/ball/ball_nodes.h"

namespace tactus {

TreeNodes& SphereBody::nodes()
{
    if (nodes_ == nullptr)
        nodes_ = std::make_unique<BallNodes>(*this);
    return *nodes_;
}

} // namespace tactus
