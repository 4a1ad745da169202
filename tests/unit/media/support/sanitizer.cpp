// SPDX-License-Identifier: Apache-2.0

// Read by the address sanitizer where it is linked in; without it nobody calls these.

/// GLib's constructor allocates its first table of quarks and never frees it once it has grown. Only whole stacks tell
/// that allocation from others, hence the slow unwinder.
extern "C" const char* __asan_default_options() { return "fast_unwind_on_malloc=0"; }
extern "C" const char* __lsan_default_suppressions() { return "leak:call_init\n"; }
