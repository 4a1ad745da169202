// SPDX-License-Identifier: Apache-2.0
// A shared object that shows nothing.
extern "C" int silent_plugin() { return 1; }
