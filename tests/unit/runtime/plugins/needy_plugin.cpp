// SPDX-License-Identifier: Apache-2.0
// A shared object that needs what nobody has.
extern "C" int plenum_what_nobody_has();
extern "C" int needy_plugin() { return plenum_what_nobody_has(); }
