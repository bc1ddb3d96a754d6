// SPDX-License-Identifier: MIT
#include "cover_pushes.h"

#include <algorithm>
#include <numeric>

namespace tactus::fuzz::sphere_trees {

namespace {

Arrow push_of(const TellingLaw::Told& told)
{
    const Arrow normal = arrow(told.load.normal);
    const double along = std::max(0.0, told.push.normal);
    return along > 0.0 ? along * normal + across(arrow(told.push.tangential), normal) : Arrow{};
}

std::string name(const BodyPair& pair)
{
    return "bodies " + std::to_string(pair.first.index) + " and " + std::to_string(pair.second.index);
}

std::string number(double value)
{
    char text[40];
    std::snprintf(text, sizeof text, "%.9g", value);
    return text;
}

std::string arrow_text(const Arrow& a) { return "(" + number(a.x) + ", " + number(a.y) + ", " + number(a.z) + ")"; }

/// Adds up what contacts say of bodies, and compares it with the wrenches of the report.
void check_balance(const MatchedAnswer& matched, const std::string& about, Findings& findings)
{
    struct Sums {
        Arrow force, torque;
        double lengths = 0.0, turns = 0.0;
    };
    std::map<BodyId, Sums> expected;
    std::map<BodyId, Arrow> centroids;
    for (const Wrench& wrench : matched.answer.wrenches)
        centroids[wrench.body] = arrow(wrench.centroid);
    const auto add = [&](BodyId body, const Arrow& point, const Arrow& force) {
        const Arrow arm = point - centroids[body];
        Sums& sums = expected[body];
        sums.force = sums.force + force;
        sums.torque = sums.torque + cross(arm, force);
        sums.lengths += length(force);
        sums.turns += (length(arm) + length(point)) * length(force);
    };
    for (const ContactForce& contact : matched.answer.forces)
        if (contact.body_a != contact.body_b) {
            add(contact.body_b, arrow(contact.point), arrow(contact.force));
            add(contact.body_a, arrow(contact.point), -1.0 * arrow(contact.force));
        }
    Arrow all;
    double lengths = 0.0;
    for (const Wrench& wrench : matched.answer.wrenches) {
        const Sums& sums = expected[wrench.body];
        all = all + arrow(wrench.force);
        lengths += sums.lengths;
        findings.expect(
            length(arrow(wrench.force) - sums.force) <= 1e-5 * sums.lengths, "covers_balance",
            "body " + std::to_string(wrench.body.index) + " is pushed with " + arrow_text(arrow(wrench.force))
                + ", and its contacts push with " + arrow_text(sums.force) + ": " + about);
        findings.expect(
            length(arrow(wrench.torque) - sums.torque) <= 1e-5 * sums.turns, "covers_balance",
            "body " + std::to_string(wrench.body.index) + " is turned with " + arrow_text(arrow(wrench.torque))
                + ", and its contacts turn with " + arrow_text(sums.torque) + ": " + about);
    }
    findings.expect(
        length(all) <= 1e-5 * lengths, "covers_balance",
        "all bodies are pushed with " + arrow_text(all) + ": " + about);
}

/// Each push is shared by the vertices of either side as the weights say.
class VertexShares {
public:
    void add(const Contact& contact, const Arrow& force)
    {
        for (std::size_t k = 0; k < 3; ++k) {
            add(contact.body_a, contact.vertices_a[k], -static_cast<double>(contact.weights_a[k]) * force);
            add(contact.body_b, contact.vertices_b[k], static_cast<double>(contact.weights_b[k]) * force);
        }
        lengths_ += length(force);
    }
    void check(const std::vector<VertexForce>& vertices, const std::string& about, Findings& findings)
    {
        for (const VertexForce& vertex : vertices)
            add(vertex.body, vertex.vertex, -1.0 * arrow(vertex.force));
        for (const auto& [vertex, difference] : shares_)
            findings.expect(
                length(difference) <= 1e-4 * lengths_, "covers_vertices",
                "the force on vertex " + std::to_string(vertex.second) + " of body "
                    + std::to_string(vertex.first.index) + " is off by " + arrow_text(difference) + ": " + about);
    }

private:
    void add(BodyId body, std::uint32_t vertex, const Arrow& force)
    {
        Arrow& share = shares_[{body, vertex}];
        share = share + force;
    }

    std::map<std::pair<BodyId, std::uint32_t>, Arrow> shares_;
    double lengths_ = 0.0;
};

/// The numbers of the report that say what forces are worth.
void check_worth(
    const MatchedAnswer& matched, const std::map<BodyPair, double>& pushed, const std::string& about,
    Findings& findings)
{
    const CoverAnswer& answer = matched.answer;
    double confirmed = 0.0, held = 0.0;
    for (std::size_t k = 0; k < answer.forces.size(); ++k) {
        const double size = length(arrow(answer.forces[k].force));
        const bool is_final = k < answer.contacts.size() && answer.contacts[k].depth_state != DepthState::open;
        (is_final ? confirmed : held) += size;
    }
    const double slack = 1e-5 * (confirmed + held);
    findings.expect(
        std::fabs(confirmed - answer.confirmed_push) <= slack && std::fabs(held - answer.held_push) <= slack,
        "covers_counts",
        "final depths push with " + number(confirmed) + " N and others with " + number(held)
            + " N, and the report says " + number(answer.confirmed_push) + " and " + number(answer.held_push) + ": "
            + about);
    std::uint32_t open = 0, silent = 0;
    for (const auto& [pair, contents] : matched.pairs)
        if (contents.has_open_depth || !contents.covers.empty() || !contents.parts.empty()) {
            ++open;
            const auto found = pushed.find(pair);
            silent += found == pushed.end() || found->second == 0.0;
        }
    findings.expect(
        answer.complete ? answer.open_pairs == 0 && answer.unknown_pairs == 0 : answer.open_pairs >= open,
        "covers_unknown",
        std::to_string(open) + " pairs of bodies are unfinished, and the report says "
            + std::to_string(answer.open_pairs) + ": " + about);
    if (answer.open_pairs == open)
        findings.expect(
            answer.unknown_pairs == silent, "covers_unknown",
            "nothing pushes between " + std::to_string(silent) + " unfinished pairs of bodies, and the report says "
                + std::to_string(answer.unknown_pairs) + ": " + about);
}

} // namespace

MatchedAnswer::MatchedAnswer(
    const CoverWorld& of, const CoverAnswer& given, const std::string& about, Findings& findings)
    : world(of), answer(given), told_of_unrefined(given.unrefined.size()), told_of_confirmed(given.contacts.size())
{
    for (std::size_t k = 0; k < answer.contacts.size(); ++k) {
        PairContents& contents = pairs[pair_of(answer.contacts[k])];
        contents.confirmed.push_back(k);
        contents.has_open_depth = contents.has_open_depth || answer.contacts[k].depth_state == DepthState::open;
    }
    for (std::size_t k = 0; k < answer.unrefined.size(); ++k) {
        PairContents& contents = pairs[pair_of(answer.unrefined[k])];
        (answer.unrefined[k].silent ? contents.covers : contents.parts).push_back(k);
    }
    std::map<std::uint64_t, std::size_t> place_of;
    for (std::size_t k = 0; k < answer.contacts.size(); ++k)
        place_of[answer.contacts[k].id] = k;
    std::vector<const TellingLaw::Told*> of_parts;
    for (const TellingLaw::Told& told : answer.told) {
        if (told.load.id == 0)
            of_parts.push_back(&told);
        else if (const auto found = place_of.find(told.load.id); found != place_of.end())
            told_of_confirmed[found->second] = &told;
        else
            findings.add("covers_asked", "the law is asked about a contact that is not there: " + about);
    }
    for (std::size_t k = 0; k < answer.unrefined.size(); ++k) {
        const Contact& contact = answer.unrefined[k];
        const double deep = depth(contact);
        // A cover whose ellipsoids do not overlap does not push, whatever the rest offset is.
        if (deep <= 0.0 || (contact.silent && contact.separation >= 0.0f))
            continue;
        const auto differs = [&](const TellingLaw::Told* told) {
            if (BodyPair(told->load.body_a, told->load.body_b) != pair_of(contact))
                return 1.0;
            return std::fabs(told->load.depth / deep - 1.0) + length(arrow(told->load.normal) - arrow(contact.normal));
        };
        // They are asked about in the report's order, which nobody promises.
        auto found = of_parts.begin();
        if (found != of_parts.end() && differs(*found) > 1e-5)
            found = std::ranges::min_element(of_parts, {}, differs);
        if (found == of_parts.end() || differs(*found) > 1e-5) {
            findings.add(
                "covers_asked", "the law is not asked about a part that is " + number(deep) + " deep: " + about);
            continue;
        }
        told_of_unrefined[k] = *found;
        of_parts.erase(found);
    }
    findings.expect(
        of_parts.empty(), "covers_asked", "the law is asked about a part that is not there, or not deep: " + about);
}

double MatchedAnswer::rest_offset(const BodyPair& pair) const
{
    return pair.first == pair.second ? 0.0 : static_cast<double>(world.rest_offset);
}

double MatchedAnswer::depth(const Contact& contact) const
{
    return rest_offset(pair_of(contact)) - static_cast<double>(contact.separation);
}

ExpectedPushes::ExpectedPushes(const MatchedAnswer& matched) : of_unrefined(matched.answer.unrefined.size())
{
    const CoverAnswer& answer = matched.answer;
    const auto alone = [&](std::size_t k) {
        return matched.told_of_unrefined[k] ? push_of(*matched.told_of_unrefined[k]) : Arrow{};
    };
    for (const auto& [pair, contents] : matched.pairs) {
        PairSums& between = sums[pair];
        Arrow together;
        for (const std::size_t k : contents.covers) {
            together = together + alone(k);
            between.size += length(alone(k));
        }
        between.covers = length(together);
        if (between.covers > 0.0)
            between.normal = 1.0 / between.covers * together;
        for (const std::size_t k : contents.confirmed) {
            const Arrow force = arrow(answer.forces[k].force);
            between.confirmed += dot(force, between.normal);
            between.size += length(force);
            between.is_confirmed = between.is_confirmed || length(force) > 0.0;
        }
        double lengths = 0.0;
        for (const std::size_t k : contents.parts)
            lengths += length(alone(k));
        between.size += lengths;
        double share = 1.0, share_of_covers = 0.0;
        if (between.covers > 0.0) {
            const double left = std::max(0.0, between.covers - between.confirmed);
            if (lengths > left)
                share = left / lengths;
            double missing = left;
            for (const std::size_t k : contents.parts)
                missing -= share * dot(alone(k), between.normal);
            share_of_covers = missing / between.covers;
        }
        for (const std::size_t k : contents.parts)
            of_unrefined[k] = share * alone(k);
        for (const std::size_t k : contents.covers)
            of_unrefined[k] = share_of_covers * alone(k);
    }
}

void check_cover_pushes(const MatchedAnswer& matched, const std::string& about, Findings& findings)
{
    const CoverAnswer& answer = matched.answer;
    if (answer.forces.size() < answer.contacts.size()) {
        findings.add("covers_confirmed", "the forces do not have every confirmed contact: " + about);
        return;
    }
    ExpectedPushes expected(matched);
    VertexShares shares;
    // Confirmed contacts, by what is known of them.
    for (std::size_t k = 0; k < answer.contacts.size(); ++k) {
        const Contact& contact = answer.contacts[k];
        const TellingLaw::Told* told = matched.told_of_confirmed[k];
        const Arrow force = arrow(answer.forces[k].force), should = told ? push_of(*told) : Arrow{};
        findings.expect(
            answer.forces[k].id == contact.id && length(force - should) <= 1e-5 * length(should), "covers_confirmed",
            "a confirmed contact pushes with " + arrow_text(force) + " N, and the law said " + arrow_text(should) + ": "
                + about);
        findings.expect(
            !told
                || (!contact.silent && std::fabs(told->load.depth - matched.depth(contact)) <= 1e-5 * told->load.depth),
            "covers_confirmed",
            "the law is told of a contact's depth of " + number(told ? told->load.depth : 0.0) + ", which is "
                + number(matched.depth(contact)) + (contact.silent ? " and silent: " : ": ") + about);
        findings.expect(
            told || contact.silent || contact.separation >= 0.0f, "covers_confirmed",
            "the law is not asked about a contact that is deep: " + about);
        shares.add(contact, force);
        findings.expect(
            dot(force, arrow(contact.normal)) >= -1e-5 * length(force), "covers_pull",
            "a confirmed contact pulls: " + about);
    }
    // Unrefined ones, each with what it should push with.
    std::map<BodyPair, double> pushed;
    std::map<BodyPair, Arrow> total;
    std::vector<const ContactForce*> others;
    for (std::size_t k = 0; k < answer.forces.size(); ++k) {
        const ContactForce& force = answer.forces[k];
        const BodyPair pair(force.body_a, force.body_b);
        pushed[pair] += length(arrow(force.force));
        total[pair] = total[pair] + arrow(force.force);
        if (k >= answer.contacts.size())
            others.push_back(&force);
    }
    double estimate = 0.0;
    std::map<BodyPair, double> largest_error;
    for (const Contact& contact : answer.unrefined)
        largest_error[pair_of(contact)] =
            std::max(largest_error[pair_of(contact)], static_cast<double>(contact.error_bound));
    const auto add_to_estimate = [&](const Contact& contact, const Arrow& force, double times) {
        const double deep = matched.depth(contact), error = largest_error[pair_of(contact)];
        estimate += times * length(force) * (deep > error ? error / deep : 1.0);
    };
    for (std::size_t k = 0; k < answer.contacts.size(); ++k)
        if (const PairContents& contents = matched.pairs.at(pair_of(answer.contacts[k]));
            contents.has_open_depth || !contents.covers.empty() || !contents.parts.empty())
            add_to_estimate(
                answer.contacts[k], arrow(answer.forces[k].force),
                answer.contacts[k].depth_state == DepthState::open ? 2.0 : 1.0);
    // The largest pushes first, so that none is taken for a small one at the same point.
    std::vector<std::size_t> order(answer.unrefined.size());
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::sort(order, std::greater{}, [&](std::size_t k) { return length(expected.of_unrefined[k]); });
    for (const std::size_t k : order) {
        const Contact& contact = answer.unrefined[k];
        const Arrow should = expected.of_unrefined[k];
        const double slack = 1e-5 * expected.sums[pair_of(contact)].size;
        add_to_estimate(contact, should, 2.0);
        const auto differs = [&](const ContactForce* force) {
            const bool is_its = force->id == 0 && BodyPair(force->body_a, force->body_b) == pair_of(contact)
                                && force->point == contact.point;
            return is_its ? length(arrow(force->force) - should) : INFINITY;
        };
        const auto found = std::ranges::min_element(others, {}, differs);
        if (found != others.end() && differs(*found) <= slack) {
            findings.expect(
                dot(arrow((*found)->force), arrow(contact.normal)) >= -1e-5 * slack, "covers_pull",
                "an unrefined contact pulls with " + arrow_text(arrow((*found)->force)) + " N: " + about);
            shares.add(contact, arrow((*found)->force));
            others.erase(found);
        } else
            findings.expect(
                length(should) <= 3.0 * slack, "covers_share",
                std::string(contact.silent ? "a cover" : "a part") + " between " + name(pair_of(contact))
                    + " should push with " + arrow_text(should) + " N, and does not: " + about);
    }
    for (const ContactForce* force : others)
        findings.expect(
            length(arrow(force->force)) <= 3e-5 * expected.sums[BodyPair(force->body_a, force->body_b)].size,
            "covers_share",
            name({force->body_a, force->body_b}) + " are pushed with " + arrow_text(arrow(force->force))
                + " N by what should not: " + about);
    // Two bodies as a whole.
    double all = 0.0;
    for (const auto& [pair, sums] : expected.sums) {
        all += sums.size;
        if (sums.covers <= 0.0)
            continue;
        const double slack = 1e-5 * sums.size, along = dot(total[pair], sums.normal);
        findings.expect(
            std::fabs(along - std::max(sums.covers, sums.confirmed)) <= slack, "covers_apart",
            name(pair) + " are pushed apart with " + number(along) + " N, and covers alone have " + number(sums.covers)
                + " and confirmed contacts " + number(sums.confirmed) + ": " + about);
        findings.expect(
            sums.is_confirmed || length(across(total[pair], sums.normal)) <= along + slack, "covers_turn",
            name(pair) + " are turned aside by more than 45 degrees: " + arrow_text(total[pair]) + " along "
                + arrow_text(sums.normal) + ": " + about);
    }
    findings.expect(
        std::fabs(estimate - answer.estimated_error) <= 1e-4 * estimate + 1e-9 * all, "covers_estimate",
        "the error is estimated with " + number(answer.estimated_error) + " N, and the page says " + number(estimate)
            + ": " + about);
    check_balance(matched, about, findings);
    shares.check(answer.vertices, about, findings);
    check_worth(matched, pushed, about, findings);
}

} // namespace tactus::fuzz::sphere_trees
