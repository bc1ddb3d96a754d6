// SPDX-License-Identifier: MIT
#include "forces/kept/open_pairs.h"

#include <algorithm>

namespace tactus {

namespace {

void append(const Contact& contact, Buffer<BodyPair>& pairs)
{
    const BodyPair pair = BodyPair::of(contact);
    // Contacts of the same bodies mostly follow each other, and there are many more contacts than bodies.
    if (pairs.empty() || pairs.back() != pair)
        pairs.push_back(pair);
}

template <class T>
void sort_each_once(Buffer<T>& items)
{
    std::sort(items.begin(), items.end());
    items.resize_uninitialised(static_cast<std::size_t>(std::unique(items.begin(), items.end()) - items.begin()));
}

} // namespace

void OpenPairs::find(const ContactReport& report)
{
    pairs_.clear();
    is_pushed_.clear();
    all_.clear();
    open_bodies_.clear();
    bodies_.clear();
    if (report.complete)
        return;
    for (const Contact& part : report.unrefined)
        append(part, pairs_);
    for (const Contact& contact : report.contacts) {
        append(contact, all_);
        if (contact.depth_state == DepthState::open)
            append(contact, pairs_);
    }
    sort_each_once(pairs_);
    is_pushed_.resize_uninitialised(pairs_.size());
    std::fill(is_pushed_.begin(), is_pushed_.end(), std::uint8_t{0});
    for (const BodyPair& pair : pairs_)
        all_.push_back(pair);
    sort_each_once(all_);
    const auto list = [](const Buffer<BodyPair>& pairs, Buffer<BodyId>& bodies) {
        for (const BodyPair& pair : pairs) {
            bodies.push_back(pair.first);
            if (pair.second != pair.first)
                bodies.push_back(pair.second);
        }
        std::sort(bodies.begin(), bodies.end());
    };
    list(pairs_, open_bodies_);
    list(all_, bodies_);
}

bool OpenPairs::hold(const BodyPair& pair) const
{
    return !pairs_.empty() && std::binary_search(pairs_.begin(), pairs_.end(), pair);
}

std::size_t OpenPairs::place(const BodyPair& pair) const
{
    return static_cast<std::size_t>(std::lower_bound(pairs_.begin(), pairs_.end(), pair) - pairs_.begin());
}

bool OpenPairs::leave_between(BodyId body) const
{
    const auto [first, last] = std::equal_range(bodies_.begin(), bodies_.end(), body);
    return last - first > 1 && std::binary_search(open_bodies_.begin(), open_bodies_.end(), body);
}

} // namespace tactus
