// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

namespace plenum::test {

/// What a program that plays false is to do now: words like `epoch=17` in the file that PLENUM_FORGERY names, which its
/// test may write at any time. Nullopt where there is no such word: then it is honest. From any thread.
[[nodiscard]] std::optional<std::string> forgery(const std::string& key);
/// The word's number; 0 where there is none.
[[nodiscard]] unsigned long forgery_number(const std::string& key);

} // namespace plenum::test
