// SPDX-License-Identifier: Apache-2.0
#include "tests/vectors/vector_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace plenum::vectors {

std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> result;
    for (;;) {
        const auto end = text.find(separator);
        result.emplace_back(text.substr(0, end));
        if (end == std::string_view::npos) return result;
        text.remove_prefix(end + 1);
    }
}

std::vector<std::vector<std::string>> read_cases(std::string_view file_name) {
    std::ifstream file{std::filesystem::path{PLENUM_VECTORS} / file_name};
    std::vector<std::vector<std::string>> result;
    for (std::string line; std::getline(file, line);) {
        if (!line.empty()) result.push_back(split(line, '|'));
    }
    return result;
}

std::string reason_absent(std::string_view file_name) {
    return "no " + std::string{file_name} + " in the folder that the CMake setting PLENUM_VECTORS names";
}

base::Bytes unhex(std::string_view text) {
    auto bytes = base::from_hex(text);
    EXPECT_TRUE(bytes) << "not hexadecimal: " << text;
    return bytes.value_or(base::Bytes{});
}

} // namespace plenum::vectors
