// SPDX-License-Identifier: MIT
// Every paper that can be measured again.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <tactus/result.h>

#include "cli/output/json.h"
#include "cli/reproduce/claim.h"

namespace tactus::cli {

/// What a reproduction has to show.
struct Findings {
    std::string text; ///< The paper's numbers beside ours, as tables.
    Json numbers;     ///< The same and all others, for programs.
    std::vector<Claim> claims;
    std::vector<std::pair<std::string, std::string>> pictures; ///< Names and contents of files.
};

/// Is told what share is done, from 0 to 1.
using SetProgress = std::function<void(double)>;

/// What a user asks for.
struct Effort {
    bool quick = false; ///< A second or two, which is too short for conclusions.
    std::string meshes; ///< A folder with the paper's models; empty where there is none.
};

/// A paper, and what measures it again.
struct Reproduction {
    const char* paper; ///< Its short name.
    const char* authors;
    bool takes_meshes; ///< It can be measured with the paper's own models.
    Result<Findings> (*run)(const Effort& effort, const SetProgress& progress);
};

/// All of them, by name.
std::span<const Reproduction> all_reproductions();

/// The claims of one or more papers as a table; those of a quick run are not judged.
std::string claims_text(std::span<const Claim> claims, bool quick);
/// The same as an array of objects with "paper", "claim", "holds" and "figure". In a quick run "holds" is null.
Json claims_json(std::span<const Claim> claims, bool quick);

} // namespace tactus::cli
