// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/scenario.h"

#include <toml.hpp>

#include <set>
#include <string>
#include <vector>

/// One table of a scenario file, read key by key: each wrong type, value out of range and unknown key is an error with
/// its line.
namespace plenum::sim {

class TomlTable {
  public:
    /// `name` as people write it: "[link]".
    TomlTable(const toml::value& table, std::string name);

    /// Numbers scaled to whole ones and rounded: `number("delay_ms", 1'000'000, …)` gives nanoseconds. Without a
    /// fallback the key must be there.
    [[nodiscard]] std::int64_t number(const std::string& key, double scale, double low, double high,
                                      std::optional<double> fallback = {});
    [[nodiscard]] std::uint32_t whole(const std::string& key, std::uint32_t low, std::uint32_t high,
                                      std::optional<std::uint32_t> fallback = {});
    [[nodiscard]] std::string text(const std::string& key, std::optional<std::string> fallback = {});
    /// `[low, high]`, scaled, with low ≤ high.
    [[nodiscard]] std::pair<std::int64_t, std::int64_t> range(const std::string& key, double scale, double low,
                                                              double high);
    /// Null if the key is not there.
    [[nodiscard]] const toml::value* find(const std::string& key);
    [[nodiscard]] const toml::value& need(const std::string& key);
    /// What a list holds; fails if it is none.
    [[nodiscard]] const std::vector<toml::value>& list(const toml::value& value) const;
    /// Of `[[key]]`; none is fine.
    [[nodiscard]] std::vector<TomlTable> tables(const std::string& key);
    /// `[key]`; absent is like empty.
    [[nodiscard]] TomlTable table(const std::string& key);
    /// To be called last: whatever was not asked for is unknown.
    void refuse_others() const;

    [[nodiscard]] const std::string& name() const { return name_; }
    [[noreturn]] void fail(const toml::value& where, const std::string& message) const;

  private:
    [[nodiscard]] double as_number(const toml::value& value, const std::string& key, double low, double high) const;

    const toml::value* table_;
    std::string name_;
    std::set<std::string> known_;
};

/// Thrown inside the parser only, as toml11 does with its own.
struct ScenarioFailure {
    ScenarioError error;
};

} // namespace plenum::sim
