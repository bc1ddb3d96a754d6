// SPDX-License-Identifier: MIT
#pragma once

#include <tactus/body.h>
#include <tactus/contact.h>
#include <tactus/geometry.h>
#include <tactus/queries.h>
#include <tactus/result.h>
#include <tactus/spheres.h>
#include <tactus/world.h>
