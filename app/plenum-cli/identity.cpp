// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/identity.h"

#include "app/plenum-cli/failure.h"
#include "app/plenum-cli/passphrase.h"
#include "core/crypto/keys.h"
#include "core/runtime/identity_file.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdio>

namespace plenum::cli {
namespace {

using Passphrase = std::expected<std::optional<std::string>, std::string>;

Passphrase present_one(const std::filesystem::path& file, std::optional<int> descriptor) {
    if (!runtime::has_passphrase(file)) return std::nullopt;
    auto given = descriptor ? runtime::read_passphrase(*descriptor)
                            : ask_passphrase("Passphrase of " + file.string(), "--passphrase-fd");
    if (!given) return std::unexpected(given.error());
    return std::move(*given);
}

Passphrase next_one(const IdentityOptions& options) {
    if (options.remove_passphrase) return std::nullopt;
    if (options.new_passphrase_fd) {
        auto given = runtime::read_passphrase(*options.new_passphrase_fd);
        if (!given) return std::unexpected(given.error());
        return std::move(*given);
    }
    auto once = ask_passphrase("New passphrase", "--new-passphrase-fd");
    if (!once) return std::unexpected(once.error());
    const auto again = ask_passphrase("The same again", "--new-passphrase-fd");
    if (!again) return std::unexpected(again.error());
    if (*once != *again) return std::unexpected(std::string{"The two are not the same, so nothing was changed."});
    return std::move(*once);
}

} // namespace

std::expected<void, std::string> unlock(client::Identity& identity, std::optional<int> passphrase_fd) {
    if (identity.kind == client::Identity::Kind::ephemeral) return {};
    auto file = identity.file;
    if (file.empty()) {
        const auto own = runtime::device_identity_file();
        if (!own) return std::unexpected(own.error());
        file = *own;
    }
    auto given = present_one(file, passphrase_fd);
    if (!given) return std::unexpected(given.error());
    identity.passphrase = std::move(*given);
    return {};
}

int run_identity(const IdentityOptions& options) {
    auto file = options.file;
    if (file.empty()) {
        const auto own = runtime::device_identity_file();
        if (!own) return fail(own.error());
        file = *own;
    }
    auto before = present_one(file, options.passphrase_fd);
    if (!before) return fail(before.error());
    auto seed = runtime::load_identity(file, *before);
    if (!seed) return fail(seed.error().sentence);
    if (options.set_passphrase || options.remove_passphrase) {
        auto now = next_one(options);
        if (!now) return fail(now.error());
        const auto changed = runtime::change_passphrase(file, {std::move(*before), std::move(*now), {}});
        if (!changed) return fail(changed.error().sentence);
    }
    const auto key = base::to_hex(crypto::IdentityKeyPair::from_seed(*seed).public_key.view());
    const bool kept = runtime::has_passphrase(file);
    if (options.json)
        fmt::print("{}\n", nlohmann::json{{"file", file.string()}, {"identity", key}, {"passphrase", kept}}.dump());
    else
        fmt::print("{}\n{}, {}\n", key, file.string(), kept ? "kept by a passphrase" : "without a passphrase");
    return 0;
}

} // namespace plenum::cli
