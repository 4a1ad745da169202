// SPDX-License-Identifier: Apache-2.0
#include "core/token/operation.h"

namespace plenum::token {
namespace {

template <class T>
void set_if(const std::optional<T>& change, T& value) {
    if (change) value = *change;
}

template <class T>
std::optional<T> if_changed(const T& before, const T& after) {
    return before == after ? std::nullopt : std::optional{after};
}

} // namespace

SettingsChange::SettingsChange(const Settings& settings)
    : style{settings.style},
      parameters{settings.parameters},
      arbiter{settings.arbiter},
      holders_max{settings.holders_max},
      moderated{settings.moderated},
      locked{settings.locked},
      may_transfer{settings.may_transfer},
      may_copy{settings.may_copy},
      panel{settings.panel},
      warned_after{settings.warned_after},
      revoked_after{settings.revoked_after} {}

SettingsChange SettingsChange::between(const Settings& before, const Settings& after) {
    SettingsChange change;
    change.style = if_changed(before.style, after.style);
    change.parameters = change.style ? after.parameters : if_changed(before.parameters, after.parameters);
    change.arbiter = if_changed(before.arbiter, after.arbiter);
    change.holders_max = change.style ? after.holders_max : if_changed(before.holders_max, after.holders_max);
    change.moderated = if_changed(before.moderated, after.moderated);
    change.locked = if_changed(before.locked, after.locked);
    change.may_transfer = if_changed(before.may_transfer, after.may_transfer);
    change.may_copy = if_changed(before.may_copy, after.may_copy);
    change.panel = if_changed(before.panel, after.panel);
    change.warned_after = if_changed(before.warned_after, after.warned_after);
    change.revoked_after = if_changed(before.revoked_after, after.revoked_after);
    return change;
}

Settings SettingsChange::applied_to(Settings before) const {
    set_if(style, before.style);
    set_if(parameters, before.parameters);
    set_if(arbiter, before.arbiter);
    set_if(holders_max, before.holders_max);
    set_if(moderated, before.moderated);
    set_if(locked, before.locked);
    set_if(may_transfer, before.may_transfer);
    set_if(may_copy, before.may_copy);
    set_if(panel, before.panel);
    set_if(warned_after, before.warned_after);
    set_if(revoked_after, before.revoked_after);
    return before;
}

} // namespace plenum::token
