// SPDX-License-Identifier: Apache-2.0
#include "app/plenumd/config_check.h"
#include "app/plenumd/config_file.h"
#include "app/plenumd/creation_secret.h"
#include "app/plenumd/options.h"
#include "app/plenumd/relay.h"
#include "app/plenumd/repair_map.h"
#include "app/plenumd/repairs_json.h"
#include "core/runtime/files.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <string>

namespace {

using namespace plenum;

/// More than any configuration; keeps a file given by mistake out of memory.
constexpr std::size_t config_bytes_max = 1024 * 1024;
/// Of 1000 conferences with 30 edges each there are 3 MB.
constexpr std::size_t repairs_bytes_max = 16 * 1024 * 1024;

int fail(const std::string& sentence) {
    std::fprintf(stderr, "plenumd: %s\n", sentence.c_str());
    return 1;
}

using Loaded = std::expected<app::ParsedConfig, std::vector<app::ConfigMistake>>;

Loaded load(const app::Options& options) {
    app::ParsedConfig parsed;
    if (options.config_file) {
        const auto text = runtime::read_regular(*options.config_file, config_bytes_max);
        if (!text) return std::unexpected(std::vector{app::ConfigMistake{0, text.error()}});
        auto read = app::parse_config(base::to_text(*text));
        if (!read) return read;
        parsed = std::move(*read);
        if (auto open = app::wrong_with_secrecy(parsed, *options.config_file))
            return std::unexpected(std::vector{std::move(*open)});
    }
    // What stands in the file holds for whoever starts it without these options.
    auto mistakes = options.check_config ? app::check_surroundings(parsed) : std::vector<app::ConfigMistake>{};
    if (options.listen) {
        parsed.config.listen = *options.listen;
        parsed.lines.erase("listen");
    }
    if (options.data) {
        parsed.config.data = *options.data;
        parsed.lines.erase("data");
    }
    if (!options.check_config) return parsed;
    for (auto& mistake : app::check_surroundings(parsed))
        if (std::ranges::find(mistakes, mistake) == mistakes.end()) mistakes.push_back(std::move(mistake));
    return mistakes.empty() ? Loaded{std::move(parsed)} : Loaded{std::unexpected(mistakes)};
}

int report(const app::Options& options, const Loaded& loaded) {
    const auto file = options.config_file.value_or("").string();
    const auto mistakes = loaded ? std::vector<app::ConfigMistake>{} : loaded.error();
    auto list = nlohmann::json::array();
    for (const auto& mistake : mistakes) {
        list.push_back({{"line", mistake.line}, {"text", mistake.text}});
        const auto place = mistake.line == 0 ? std::string{} : file + ":" + std::to_string(mistake.line) + ": ";
        if (!options.json) std::fprintf(stderr, "plenumd: %s%s\n", place.c_str(), mistake.text.c_str());
    }
    const nlohmann::json result{{"file", file}, {"ok", mistakes.empty()}, {"mistakes", std::move(list)}};
    if (options.json)
        std::puts(result.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
    else if (mistakes.empty() && options.check_config)
        std::puts(file.empty() ? "No configuration file given: the defaults hold." : (file + ": no mistakes").c_str());
    return mistakes.empty() ? 0 : 1;
}

int draw_repair_map(const std::vector<std::filesystem::path>& files) {
    std::vector<node::RelayRepairs> all;
    for (const auto& file : files) {
        const auto text = runtime::read_whole(file, repairs_bytes_max);
        if (!text) return fail(text.error());
        const auto seen = app::read_repairs_json(base::to_text(*text));
        if (!seen) return fail(file.string() + ": " + seen.error());
        all.insert(all.end(), seen->begin(), seen->end());
    }
    std::fputs(app::repairs_svg(all).c_str(), stdout);
    return 0;
}

int serve(const app::Options& options, app::Config config) {
    const auto reload = [&options]() -> std::expected<app::Config, std::vector<app::ConfigMistake>> {
        auto loaded = load(options);
        if (!loaded) return std::unexpected(loaded.error());
        if (const auto secret = app::creation_secret(loaded->config); !secret) {
            const auto line = loaded->lines.find("create_secret_file")->second;
            return std::unexpected(std::vector{app::ConfigMistake{line, "create_secret_file: " + secret.error()}});
        }
        return loaded->config;
    };
    auto relay = app::Relay::open({std::move(config), options.json, reload});
    if (!relay) return fail(relay.error());
    relay->run();
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    // Whoever reads the log may go; the conferences go on.
    (void)std::signal(SIGPIPE, SIG_IGN);
    const auto parsed = app::parse_options(argc, argv);
    if (const auto* answered = std::get_if<app::Answered>(&parsed)) {
        std::fputs(answered->text.c_str(), answered->status == 0 ? stdout : stderr);
        return answered->status;
    }
    const auto& options = std::get<app::Options>(parsed);
    if (!options.repair_map.empty()) return draw_repair_map(options.repair_map);
    const auto config = load(options);
    if (options.check_config || !config) return report(options, config);
    return serve(options, config->config);
}
