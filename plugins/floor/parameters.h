// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

namespace plenum::floor {

/// `key=value`, separated by single spaces. Views into the text it was read from.
class Parameters {
  public:
    /// Nullopt where the text is no such list, has a key twice, or one that is not among `keys`.
    [[nodiscard]] static std::optional<Parameters> read(std::string_view text,
                                                        std::initializer_list<std::string_view> keys);
    /// Empty where it is not there.
    [[nodiscard]] std::string_view value(std::string_view key) const;

  private:
    struct Item {
        std::string_view key;
        std::string_view value;
    };
    std::vector<Item> items_;
};

/// The whole text as a decimal number.
[[nodiscard]] std::optional<std::uint32_t> read_number(std::string_view text);
/// What stands between the separators; one empty part for an empty text.
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);

} // namespace plenum::floor
