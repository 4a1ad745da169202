// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/forger/forgery.h"

#include <cstdlib>
#include <fstream>

namespace plenum::test {

std::optional<std::string> forgery(const std::string& key) {
    const char* file = std::getenv("PLENUM_FORGERY");
    if (file == nullptr) return std::nullopt;
    std::ifstream words{file};
    for (std::string word; words >> word;) {
        if (word.starts_with(key + "=")) return word.substr(key.size() + 1);
    }
    return std::nullopt;
}

unsigned long forgery_number(const std::string& key) {
    const auto word = forgery(key);
    return word ? std::strtoul(word->c_str(), nullptr, 10) : 0;
}

} // namespace plenum::test
