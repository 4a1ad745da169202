// SPDX-License-Identifier: Apache-2.0
#include "app/plenumd/creation_secret.h"

#include "core/base/bytes.h"
#include "core/runtime/files.h"

namespace plenum::app {

namespace {

constexpr std::size_t secret_bytes_max = 4096;

bool everyone_may_read(const std::filesystem::path& file) {
    std::error_code error;
    const auto permissions = std::filesystem::status(file, error).permissions();
    return !error && (permissions & std::filesystem::perms::others_read) != std::filesystem::perms::none;
}

} // namespace

std::optional<ConfigMistake> wrong_with_secrecy(const ParsedConfig& parsed, const std::filesystem::path& file) {
    if (parsed.config.create_secret.empty() || !everyone_may_read(file)) return std::nullopt;
    return ConfigMistake{parsed.lines.find("create_secret")->second,
                         "create_secret: everyone may read this file, so what stands here is no secret; chmod o-r it, "
                         "or use create_secret_file"};
}

std::expected<std::string, std::string> creation_secret(const Config& config) {
    if (config.create_secret_file.empty()) return config.create_secret;
    const auto name = config.create_secret_file.string();
    std::error_code error;
    if (std::filesystem::is_directory(config.create_secret_file, error))
        return std::unexpected(name + " is a folder, and a file with the secret is needed.");
    if (everyone_may_read(config.create_secret_file))
        return std::unexpected("Everyone may read " + name + ", so what stands there is no secret; chmod o-r it.");
    const auto contents = runtime::read_regular(config.create_secret_file, secret_bytes_max);
    if (!contents) return std::unexpected(contents.error());
    auto secret = base::to_text(*contents);
    // Some editors end lines with two characters.
    for (const auto end : {'\n', '\r'})
        if (secret.ends_with(end)) secret.pop_back();
    if (secret.empty()) return std::unexpected(name + " is empty, and so everyone could make conferences.");
    return secret;
}

} // namespace plenum::app
