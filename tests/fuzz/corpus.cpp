// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/corpus.h"

#include "core/base/random.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>

namespace plenum::fuzz {
namespace {

void sort_and_thin(Inputs& inputs) {
    std::ranges::sort(inputs, [](const base::Bytes& a, const base::Bytes& b) {
        return a.size() != b.size() ? a.size() < b.size() : a < b;
    });
    const auto same = std::ranges::unique(inputs);
    inputs.erase(same.begin(), same.end());
}

} // namespace

std::expected<base::Bytes, std::string> read_input(const std::filesystem::path& file) {
    std::ifstream from{file, std::ios::binary};
    if (!from) return std::unexpected{file.string() + " cannot be read."};
    const std::string text{std::istreambuf_iterator<char>{from}, {}};
    const auto bytes = base::as_bytes(text);
    return base::Bytes{bytes.begin(), bytes.end()};
}

std::expected<Inputs, std::string> read_corpus(const std::filesystem::path& file) {
    std::ifstream from{file};
    if (!from) return std::unexpected{file.string() + " cannot be read."};
    Inputs inputs;
    for (std::string line; std::getline(from, line);) {
        auto bytes = base::from_hex(line);
        if (!bytes) return std::unexpected{fmt::format("{}:{}: no hexadecimal.", file.string(), inputs.size() + 1)};
        inputs.push_back(std::move(*bytes));
    }
    return inputs;
}

std::expected<void, std::string> write_corpus(const std::filesystem::path& file, Inputs inputs) {
    sort_and_thin(inputs);
    std::ofstream to{file, std::ios::trunc};
    for (const auto& input : inputs)
        to << base::to_hex(input) << '\n';
    to.close();
    if (!to) return std::unexpected{file.string() + " cannot be written."};
    return {};
}

std::expected<Inputs, std::string> read_folder(const std::filesystem::path& folder) {
    Inputs inputs;
    std::error_code error;
    for (const auto& item : std::filesystem::directory_iterator{folder, error}) {
        auto input = read_input(item.path());
        if (!input) return std::unexpected{input.error()};
        inputs.push_back(std::move(*input));
    }
    if (error) return std::unexpected{folder.string() + " cannot be read."};
    sort_and_thin(inputs);
    return inputs;
}

std::expected<void, std::string> write_folder(const std::filesystem::path& folder, const Inputs& inputs) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        std::ofstream to{folder / fmt::format("seed-{:05}", i), std::ios::binary | std::ios::trunc};
        to << base::to_text(inputs[i]);
        to.close();
        if (!to) return std::unexpected{folder.string() + " cannot be written."};
    }
    return {};
}

Inputs seeds_of(const Target& target) {
    Inputs inputs;
    if (target.seeds != nullptr) inputs = target.seeds();
    base::Random random{1};
    // From nothing to the longest, more of the long ones, in which more happens.
    constexpr std::size_t count = 24;
    for (std::size_t i = 0; i <= count; ++i) {
        base::Bytes bytes(target.bytes_max * i / count);
        for (auto& byte : bytes)
            byte = static_cast<std::uint8_t>(random.next());
        inputs.push_back(std::move(bytes));
    }
    sort_and_thin(inputs);
    return inputs;
}

} // namespace plenum::fuzz
