// SPDX-License-Identifier: Apache-2.0
#include "tests/vectors/noise_table.h"

#include "tests/vectors/vector_file.h"

#include <array>
#include <map>

namespace plenum::vectors {

namespace {

struct Row {
    std::string_view name;
    /// Whose static keys are known before: "i", "r", "ir" or none.
    std::string_view known;
    std::string_view messages;
};

constexpr std::array rows{
    Row{"N", "r", "e es"},
    Row{"K", "ir", "e es ss"},
    Row{"X", "r", "e es s ss"},
    Row{"NN", "", "e, e ee"},
    Row{"NK", "r", "e es, e ee"},
    Row{"NX", "", "e, e ee s es"},
    Row{"XN", "", "e, e ee, s se"},
    Row{"XK", "r", "e es, e ee, s se"},
    Row{"XX", "", "e, e ee s es, s se"},
    Row{"KN", "i", "e, e ee se"},
    Row{"KK", "ir", "e es ss, e ee se"},
    Row{"KX", "i", "e, e ee se s es"},
    Row{"IN", "", "e s, e ee se"},
    Row{"IK", "r", "e es s ss, e ee se"},
    Row{"IX", "", "e s, e ee se s es"},
    Row{"NK1", "r", "e, e ee es"},
    Row{"NX1", "", "e, e ee s, es"},
    Row{"X1N", "", "e, e ee, s, se"},
    Row{"X1K", "r", "e es, e ee, s, se"},
    Row{"XK1", "r", "e, e ee es, s se"},
    Row{"X1K1", "r", "e, e ee es, s, se"},
    Row{"X1X", "", "e, e ee s es, s, se"},
    Row{"XX1", "", "e, e ee s, es s se"},
    Row{"X1X1", "", "e, e ee s, es s, se"},
    Row{"K1N", "i", "e, e ee, se"},
    Row{"K1K", "ir", "e es, e ee, se"},
    Row{"KK1", "ir", "e, e ee se es"},
    Row{"K1K1", "ir", "e, e ee es, se"},
    Row{"K1X", "i", "e, e ee s es, se"},
    Row{"KX1", "i", "e, e ee se s, es"},
    Row{"K1X1", "i", "e, e ee s, se es"},
    Row{"I1N", "", "e s, e ee, se"},
    Row{"I1K", "r", "e es s, e ee, se"},
    Row{"IK1", "r", "e s, e ee se es"},
    Row{"I1K1", "r", "e s, e ee es, se"},
    Row{"I1X", "", "e s, e ee s es, se"},
    Row{"IX1", "", "e s, e ee se s, es"},
    Row{"I1X1", "", "e s, e ee s, se es"},
};

crypto::NoiseToken token_of(const std::string& text) {
    using enum crypto::NoiseToken;
    static const std::map<std::string, crypto::NoiseToken> tokens{{"e", e},   {"s", s},   {"ee", ee},
                                                                  {"es", es}, {"se", se}, {"ss", ss}};
    return tokens.at(text);
}

std::vector<std::vector<crypto::NoiseToken>> tokens_of(const Row& row) {
    std::vector<std::vector<crypto::NoiseToken>> result;
    for (const auto& message : split(row.messages, ',')) {
        auto& tokens = result.emplace_back();
        for (const auto& word : split(message, ' ')) {
            if (!word.empty()) tokens.push_back(token_of(word));
        }
    }
    return result;
}

/// §9.3: psk0 stands before the first message, pskN after the Nth.
void add_psk(OwnedPattern& owned, std::string_view modifier) {
    const auto index = static_cast<std::size_t>(modifier.back() - '0');
    if (index == 0) {
        owned.tokens.at(0).insert(owned.tokens.at(0).begin(), crypto::NoiseToken::psk);
    } else {
        owned.tokens.at(index - 1).push_back(crypto::NoiseToken::psk);
    }
}

} // namespace

std::unique_ptr<OwnedPattern> find_pattern(std::string_view name) {
    const auto modifiers_begin = std::min(name.find("psk"), name.size());
    const auto base_name = name.substr(0, modifiers_begin);
    const auto* const row = std::find_if(rows.begin(), rows.end(), [&](const Row& it) { return it.name == base_name; });
    if (row == rows.end()) return nullptr;
    auto owned = std::make_unique<OwnedPattern>();
    owned->name = name;
    owned->tokens = tokens_of(*row);
    if (modifiers_begin < name.size()) {
        for (const auto& modifier : split(name.substr(modifiers_begin), '+'))
            add_psk(*owned, modifier);
    }
    for (const auto& message : owned->tokens)
        owned->messages.emplace_back(message);
    owned->pattern = {owned->name, row->known.find('i') != std::string_view::npos,
                      row->known.find('r') != std::string_view::npos, owned->messages};
    return owned;
}

} // namespace plenum::vectors
