// SPDX-License-Identifier: MIT
#include "world/contacts/checked_settings.h"

#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "world/input/checked_input.h"

namespace tactus {

Result<void> check_contact_settings(const ContactSettings& settings)
{
    if (!(settings.contact_distance >= 0.0f) || !std::isfinite(settings.contact_distance))
        return Error{
            ErrorCode::invalid_argument, "contact_distance is " + std::to_string(settings.contact_distance)
                                             + ", it must be finite and not negative"};
    constexpr std::size_t least = 16, most = std::size_t{1} << 28;
    if (settings.max_contacts < least || settings.max_contacts > most)
        return Error{
            ErrorCode::invalid_argument, "max_contacts is " + std::to_string(settings.max_contacts) + ", it must be "
                                             + std::to_string(least) + " to " + std::to_string(most)};
    return {};
}

Result<void> check_pair_settings(const PairSettings& settings)
{
    const Material& material = settings.material;
    for (const auto& [name, value] :
         {std::pair{"weight", settings.weight}, std::pair{"error_goal", settings.error_goal},
          std::pair{"material.stiffness", material.stiffness}, std::pair{"material.damping", material.damping},
          std::pair{"material.friction", material.friction},
          std::pair{"material.pressure_stiffness", material.pressure_stiffness},
          std::pair{"material.pressure_damping", material.pressure_damping},
          std::pair{"material.sticking", material.sticking}})
        if (!(value >= 0.0f) || !std::isfinite(value))
            return Error{
                ErrorCode::invalid_argument,
                std::string(name) + " is " + std::to_string(value) + ", it must be finite and not negative"};
    if (!std::isfinite(material.coulomb))
        return Error{
            ErrorCode::invalid_argument,
            "material.coulomb is " + std::to_string(material.coulomb) + ", it must be finite"};
    if (const std::optional<Error> error = check_thickness(settings.thickness))
        return *error;
    return {};
}

} // namespace tactus
