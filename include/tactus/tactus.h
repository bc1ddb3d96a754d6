// SPDX-License-Identifier: MIT
#pragma once

#include <tactus/body.h>
#include <tactus/budget.h>
#include <tactus/contact.h>
#include <tactus/edit.h>
#include <tactus/intersect.h>
#include <tactus/queries.h>
#include <tactus/report.h>
#include <tactus/result.h>
#include <tactus/sphere_check.h>
#include <tactus/sphere_tree.h>
#include <tactus/spheres/sphere_bounds.h>
#include <tactus/vec3.h>
#include <tactus/views.h>
#include <tactus/world.h>
