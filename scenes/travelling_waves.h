// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "scenes/random.h"

namespace tactus::scenes {

/// A sum of sine waves that run in all directions at rates of their own, so that it never repeats.
class TravellingWaves {
public:
    /// How the waves are drawn.
    struct Kind {
        int count = 4;
        double shortest = 0.5; ///< wavelength, metres
        double longest = 2.0;
        double slowest = 0.5; ///< turns a second; 0 for both gives standing bumps
        double fastest = 1.5;
        double height = 0.03; ///< the heights of all waves together
    };

    TravellingWaves(Random random, const Kind& kind)
    {
        for (int i = 0; i < kind.count; ++i) {
            Wave wave;
            // Two statements: which operand is evaluated first differs between machines.
            const Point direction = random.direction();
            wave.turns_per_metre = direction * (1.0 / random.between(kind.shortest, kind.longest));
            wave.turns_per_second = random.between(kind.slowest, kind.fastest);
            wave.phase = random.uniform();
            wave.height = kind.height / kind.count;
            waves_.push_back(wave);
        }
    }

    double height(Point place, double seconds) const
    {
        double sum = 0.0;
        for (const Wave& wave : waves_) {
            const double turns = dot(wave.turns_per_metre, place) + wave.turns_per_second * seconds + wave.phase;
            sum += wave.height * sine_of_turns(turns);
        }
        return sum;
    }

private:
    struct Wave {
        Point turns_per_metre;
        double turns_per_second = 0.0;
        double phase = 0.0;
        double height = 0.0;
    };
    std::vector<Wave> waves_;
};

} // namespace tactus::scenes
