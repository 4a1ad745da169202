// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/plugin.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace plenum::floor {

/// `key=value`, separated by single spaces. Views into the text it was read from.
class Parameters {
  public:
    using Options = std::span<const base::PluginOption>;
    /// Nullopt where the text is no such list, has a key twice, or one that is not among `options`, or a value that its
    /// option does not have.
    [[nodiscard]] static std::optional<Parameters> read(std::string_view text, Options options);
    /// The defaults where `read` refuses.
    [[nodiscard]] static Parameters read_or_default(std::string_view text, Options options) {
        return read(text, options).value_or(*read({}, options));
    }
    /// The default where it is not there.
    [[nodiscard]] std::string_view value(std::string_view key) const;
    [[nodiscard]] std::uint32_t number(std::string_view key) const;

  private:
    struct Item {
        std::string_view key;
        std::string_view value;
    };
    [[nodiscard]] const Item* find(std::string_view key) const;

    Options options_;
    std::vector<Item> items_;
};

/// The whole text as a decimal number.
[[nodiscard]] std::optional<std::uint32_t> read_number(std::string_view text);
/// What stands between the separators; one empty part for an empty text.
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);

} // namespace plenum::floor
