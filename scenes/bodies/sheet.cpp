// SPDX-License-Identifier: MIT
#include "scenes/bodies/sheet.h"

#include <algorithm>

namespace tactus::scenes {

Shape sheet(std::uint32_t triangles, double length, double width)
{
    const double squares = triangles / 2.0;
    const auto rows = std::max(1u, static_cast<std::uint32_t>(std::sqrt(squares * width / length) + 0.5));
    const auto columns = std::max(1u, static_cast<std::uint32_t>(squares / rows + 0.5));
    return sheet_of_squares(columns, rows, length, width);
}

Shape sheet_of_squares(std::uint32_t columns, std::uint32_t rows, double length, double width)
{
    Shape shape;
    shape.points.reserve(std::size_t{columns + 1} * (rows + 1));
    for (std::uint32_t i = 0; i <= columns; ++i)
        for (std::uint32_t j = 0; j <= rows; ++j)
            shape.points.push_back({length * i / columns, width * j / rows, 0.0});
    shape.triangles.reserve(std::size_t{2} * columns * rows);
    for (std::uint32_t i = 0; i < columns; ++i)
        for (std::uint32_t j = 0; j < rows; ++j) {
            const std::uint32_t corner = i * (rows + 1) + j;
            const std::uint32_t next = corner + rows + 1;
            // Diagonals alternate, so that the sheet has no grain.
            if ((i + j) % 2 == 0) {
                shape.triangles.push_back({corner, next, next + 1});
                shape.triangles.push_back({corner, next + 1, corner + 1});
            } else {
                shape.triangles.push_back({corner, next, corner + 1});
                shape.triangles.push_back({next, next + 1, corner + 1});
            }
        }
    return shape;
}

} // namespace tactus::scenes
