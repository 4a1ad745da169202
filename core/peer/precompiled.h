// SPDX-License-Identifier: Apache-2.0
// What most sources of the core and their tests include, precompiled (Plenum.cmake).
#pragma once

#include "core/link/link.h"
#include "core/peer/log_state.h"
#include "core/peer/outbox.h"
#include "core/wire/control.h"
