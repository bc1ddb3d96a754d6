// SPDX-License-Identifier: MIT
#include "check_apart.h"

#include "../crowds/check_crowds.h"
#include "../edges/check_edges.h"
#include "../sphere_trees/check_sphere_trees.h"
#include "../tools/check_tools.h"

namespace tactus::fuzz {

bool is_made_apart(const std::string& check)
{
    return check.starts_with("batch") || check.starts_with("bounds_") || check.starts_with("law_")
           || check.starts_with("tool_") || check.starts_with("paper_") || check.starts_with("covers_")
           || check.starts_with("edges_") || check.starts_with("first_") || check.starts_with("closest_");
}

namespace {

/// Whether any check is wanted whose name begins so.
bool wants_any(const Findings& findings, const std::string& beginning)
{
    return findings.only.empty()
           || std::ranges::any_of(findings.only, [&](const std::string& name) { return name.starts_with(beginning); });
}

} // namespace

void check_apart(const FuzzCase& fuzz_case, Transcript* transcript, Findings& findings)
{
    // Who asks for these alone gets them in every frame.
    const bool always = !findings.only.empty();
    Stage stage(fuzz_case, nullptr);
    for (std::size_t number = 0; number < fuzz_case.frames.size(); ++number) {
        for (const Step& step : fuzz_case.frames[number].steps)
            (void)stage.play(step);
        Random random(fuzz_case.frames[number].salt + 4);
        const ApartFrame frame{fuzz_case, number, stage.mirror(), transcript};
        findings.context = "world of its own, frame " + std::to_string(number);
        const bool moves = random.one_in(8), cuts = random.one_in(10);
        const Random for_moves(random.next()), for_cuts(random.next());
        if ((moves || always) && wants_any(findings, "batch"))
            check_batches(frame, for_moves, findings);
        if ((cuts || always) && wants_any(findings, "bounds_"))
            check_bounds(frame, for_cuts, findings);
    }
    if (wants_any(findings, "law_") && (always || Random(fuzz_case.seed + 7).one_in(4)))
        check_laws(fuzz_case, transcript, findings);
    if (wants_any(findings, "tool_") && (always || Random(fuzz_case.seed + 8).one_in(4)))
        tools::check_tools(fuzz_case.seed, transcript != nullptr, findings);
    if (wants_any(findings, "tool_") && (always || Random(fuzz_case.seed + 9).one_in(5)))
        tools::check_passage_scenes(fuzz_case.seed, transcript != nullptr, findings);
    if (wants_any(findings, "tool_") && (always || Random(fuzz_case.seed + 10).one_in(5)))
        tools::check_convex_scenes(fuzz_case.seed, transcript != nullptr, findings);
    if ((wants_any(findings, "paper_") || wants_any(findings, "covers_"))
        && (always || Random(fuzz_case.seed + 11).one_in(6)))
        sphere_trees::check_sphere_trees(fuzz_case.seed, always, findings);
    if (wants_any(findings, "edges_") && (always || Random(fuzz_case.seed + 12).one_in(2)))
        edges::check_edges(fuzz_case.seed, transcript, findings);
    if (wants_any(findings, "first_") && (always || Random(fuzz_case.seed + 13).one_in(6)))
        crowds::check_first_budget(fuzz_case.seed, transcript != nullptr, findings);
    if (wants_any(findings, "closest_") && (always || Random(fuzz_case.seed + 14).one_in(5)))
        crowds::check_closest(fuzz_case.seed, transcript != nullptr, findings);
}

} // namespace tactus::fuzz
