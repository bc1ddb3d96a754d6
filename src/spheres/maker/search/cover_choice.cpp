// SPDX-License-Identifier: MIT
#include "spheres/maker/search/cover_choice.h"

#include <algorithm>
#include <bit>
#include <queue>

namespace tactus {
namespace {

constexpr int cost_halvings = 9;

// The greedy choice at one cost.
class Cover {
public:
    Cover(std::span<const Ball> candidates, std::span<const DoubleVector> points)
        : candidates_(candidates), points_(points)
    {
        for (std::size_t begin = 0; begin < points.size(); begin += 64) {
            const auto here = points.subspan(begin, std::min(points.size() - begin, std::size_t{64}));
            DoubleVector sum;
            for (const DoubleVector& p : here)
                sum = sum + p;
            Word word{sum * (1.0 / static_cast<double>(here.size()))};
            for (const DoubleVector& p : here)
                word.radius = std::max(word.radius, distance(p, word.centre));
            words_.push_back(word);
        }
    }

    // The chosen ones, or nothing if `count` are not enough. Points that no candidate holds get balls around
    // themselves.
    std::vector<Ball> choose(double excess, std::uint32_t count)
    {
        entries_.clear();
        first_.assign(1, 0);
        for (const Ball& candidate : candidates_)
            list_points(candidate, excess);
        left_.assign(words_.size(), ~std::uint64_t{0});
        if (points_.size() % 64 != 0)
            left_.back() = (std::uint64_t{1} << points_.size() % 64) - 1;

        struct Gain {
            std::uint32_t points;
            std::uint32_t candidate;
            bool operator<(const Gain& other) const
            {
                return points != other.points ? points < other.points : candidate > other.candidate;
            }
        };
        std::vector<Gain> gains;
        for (std::uint32_t i = 0; i < candidates_.size(); ++i)
            gains.push_back({gain_of(i), i});
        std::priority_queue<Gain> queue(std::less<Gain>(), std::move(gains));
        std::vector<Ball> chosen;
        std::size_t remaining = points_.size();
        while (remaining != 0 && !queue.empty()) {
            if (chosen.size() == count)
                return {};
            Gain best = queue.top();
            queue.pop();
            // What a ball would add only becomes less, so one that still leads after counting again is the best.
            best.points = gain_of(best.candidate);
            if (best.points == 0)
                continue;
            if (!queue.empty() && best < queue.top()) {
                queue.push(best);
                continue;
            }
            chosen.push_back(candidates_[best.candidate]);
            remaining -= best.points;
            for (std::size_t e = first_[best.candidate]; e < first_[best.candidate + 1]; ++e)
                left_[entries_[e].word] &= ~entries_[e].points;
        }
        for (std::size_t w = 0; w < words_.size(); ++w)
            while (left_[w] != 0) {
                if (chosen.size() == count)
                    return {};
                const DoubleVector p = points_[w * 64 + std::countr_zero(left_[w])];
                chosen.push_back({to_float(p), 0.0, p, 0, 0.0});
                left_[w] &= left_[w] - 1;
                entries_.clear();
                list_points(chosen.back(), excess);
                for (const Entry& entry : entries_)
                    left_[entry.word] &= ~entry.points;
            }
        return chosen;
    }

private:
    struct Word {
        DoubleVector centre;
        double radius = 0.0;
    };
    struct Entry {
        std::uint32_t word;
        std::uint64_t points; ///< one bit each
    };

    void list_points(const Ball& candidate, double excess)
    {
        const DoubleVector centre = to_double(candidate.centre);
        const double reach = candidate.radius_at(excess);
        for (std::uint32_t w = 0; w < words_.size() && reach > 0.0; ++w) {
            const DoubleVector apart = words_[w].centre - centre;
            const double both = reach + words_[w].radius;
            if (dot(apart, apart) > both * both)
                continue;
            std::uint64_t bits = 0;
            const std::size_t end = std::min(points_.size() - w * 64, std::size_t{64});
            for (std::size_t b = 0; b < end; ++b) {
                const DoubleVector away = points_[w * 64 + b] - centre;
                bits |= std::uint64_t{dot(away, away) <= reach * reach} << b;
            }
            if (bits != 0)
                entries_.push_back({w, bits});
        }
        first_.push_back(entries_.size());
    }

    std::uint32_t gain_of(std::uint32_t i) const
    {
        std::uint32_t gain = 0;
        for (std::size_t e = first_[i]; e < first_[i + 1]; ++e)
            gain += static_cast<std::uint32_t>(std::popcount(entries_[e].points & left_[entries_[e].word]));
        return gain;
    }

    std::span<const Ball> candidates_;
    std::span<const DoubleVector> points_;
    std::vector<Word> words_;
    std::vector<std::size_t> first_; ///< per candidate, in entries_
    std::vector<Entry> entries_;
    std::vector<std::uint64_t> left_;
};

// Each point goes to the ball that it costs least, and each ball to where its costliest point costs less. Gives what
// the costliest point costs.
double settle_once(
    BallFit& fit, std::span<Ball> balls, std::span<const DoubleVector> points, std::span<const double> favours,
    std::vector<std::vector<DoubleVector>>& held, int steps)
{
    for (std::vector<DoubleVector>& of_ball : held)
        of_ball.clear();
    for (const DoubleVector& p : points)
        held[cheapest(balls, p, favours)].push_back(p);
    for (std::size_t i = 0; i < balls.size(); ++i)
        fit.fit(balls[i], held[i], steps);
    return largest_excess(balls);
}

} // namespace

std::vector<Ball>
choose_cover(std::span<const Ball> candidates, std::span<const DoubleVector> points, std::uint32_t count, double guess)
{
    if (candidates.empty() || points.empty() || count == 0)
        return {};
    std::vector<Ball> best;
    double lower = 0.0, upper = 0.0;
    Cover cover(candidates, points);
    if (guess > 0.0 && count > 1) {
        best = cover.choose(1.25 * guess, count);
        lower = best.empty() ? 0.0 : 0.75 * guess;
        upper = 1.25 * guess;
    }
    if (best.empty()) {
        upper = 1e300;
        for (const Ball& candidate : candidates) {
            double most = -1e300;
            for (const DoubleVector& p : points) {
                most = std::max(most, cost(candidate, p));
                if (most >= upper)
                    break;
            }
            if (most < upper) {
                upper = most;
                best = {candidate};
            }
        }
    }
    for (int i = 0; count > 1 && upper > 0.0 && upper > 1.02 * lower && i < cost_halvings; ++i) {
        // The answer may be a hundredth of what one ball costs.
        const double middle = lower > 0.0 ? 0.5 * (lower + upper) : 0.3 * upper;
        std::vector<Ball> chosen = cover.choose(middle, count);
        if (chosen.empty()) {
            lower = middle;
        } else {
            upper = middle;
            best = std::move(chosen);
        }
    }
    return best;
}

double settle_balls(
    const SurfaceDistance& surface, std::span<Ball> balls, std::span<const DoubleVector> points, int rounds, int steps,
    double hopeful)
{
    constexpr int rounds_between = 4;
    double before = 1e300;
    std::vector<std::vector<DoubleVector>> held(balls.size());
    BallFit fit(surface);
    double worst = 0.0;
    for (int round = 0; round < rounds; ++round) {
        worst = settle_once(fit, balls, points, {}, held, steps);
        if (round % rounds_between == rounds_between - 1) {
            // As much again is not enough.
            if (hopeful < 1e300 && worst > hopeful && worst - 2.0 * (before - worst) > hopeful)
                break;
            before = worst;
        }
    }
    return worst;
}

double balance_balls(
    const SurfaceDistance& surface, std::vector<Ball>& balls, std::span<const DoubleVector> points, int rounds,
    int steps)
{
    std::vector<Ball> moving = balls;
    std::vector<double> favours(balls.size(), 0.0);
    std::vector<std::vector<DoubleVector>> held(balls.size());
    BallFit fit(surface);
    double least = 1e300;
    for (int round = 0; round < rounds; ++round) {
        const double worst = settle_once(fit, moving, points, favours, held, steps);
        double sum = 0.0;
        for (const Ball& ball : moving)
            sum += ball.excess;
        if (worst < least) {
            least = worst;
            balls = moving;
        }
        for (std::size_t i = 0; i < moving.size(); ++i)
            favours[i] += 0.2 * (sum / static_cast<double>(moving.size()) - moving[i].excess);
    }
    return least;
}

} // namespace tactus
