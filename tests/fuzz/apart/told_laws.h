// SPDX-License-Identifier: MIT
// Force laws that write down what they are told.
#pragma once

#include <limits>
#include <mutex>
#include <utility>
#include <vector>

#include <tactus/tactus.h>

namespace tactus::fuzz {

struct ToldPush {
    ContactLoad load;
    ContactPush push;
};

/// The default law, or one that pushes in all the ways that a law should not, by the contact's id.
class ToldLaw final : public ForceLaw {
public:
    enum class Manners { good, bad };
    explicit ToldLaw(Manners manners = Manners::good) : manners_(manners) {}

    ContactPush push(const ContactLoad& load) const noexcept override
    {
        ContactPush push = default_force_law().push(load);
        if (manners_ == Manners::bad)
            spoil(load, push);
        const std::lock_guard lock(mutex_);
        told_.push_back({load, push});
        return push;
    }

    /// All that it was told since it was last asked.
    std::vector<ToldPush> take() { return std::exchange(told_, {}); }

private:
    static void spoil(const ContactLoad& load, ContactPush& push)
    {
        const double inf = std::numeric_limits<double>::infinity();
        switch (load.id % 9) {
        case 0:
            push.normal = std::numeric_limits<double>::quiet_NaN();
            break;
        case 1:
            push.tangential.y = -inf;
            break;
        case 2:
            push.stretch.x = std::numeric_limits<double>::quiet_NaN();
            break;
        case 3:
            push.normal = -push.normal - 1.0;
            push.tangential = {3.0, 2.0, 1.0};
            break;
        case 4:
            push.tangential = {3.0, -2.0, 1.0};
            break;
        case 5:
            push.normal = 0.0;
            push.tangential = {1.0, 1.0, 1.0};
            break;
        case 6:
            push.stretch = {0.5 * push.stretch.x, 0.5 * push.stretch.y, 0.5 * push.stretch.z};
            break;
        default:
            break;
        }
    }

    Manners manners_;
    mutable std::mutex mutex_;
    mutable std::vector<ToldPush> told_;
};

} // namespace tactus::fuzz
