// SPDX-License-Identifier: Apache-2.0
// A relay's configuration file: every mistake is told, and what is taken says the same when it is written again.
#include "app/plenumd/config_check.h"
#include "app/plenumd/config_file.h"
#include "app/plenumd/config_keys.h"
#include "app/plenumd/creation_secret.h"
#include "core/base/check.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/scratch.h"

#include <algorithm>

namespace plenum::fuzz {
namespace {

std::string shown(const app::Config& config) {
    std::string text;
    std::string table;
    for (const auto& key : app::config_keys()) {
        const auto dot = key.name.find('.');
        const auto in = dot == std::string_view::npos ? std::string{} : std::string{key.name.substr(0, dot)};
        if (in != table) text += "[" + in + "]\n";
        table = in;
        text +=
            std::string{key.name.substr(dot == std::string_view::npos ? 0 : dot + 1)} + " = " + key.show(config) + "\n";
    }
    return text;
}

/// The files that a configuration names, with what the input says: a fresh secret, or why there is none.
void check_files(app::ParsedConfig parsed, base::ByteView secret) {
    using std::filesystem::perms;
    const auto file = scratch_file("secret");
    write_scratch(file, secret);
    const bool open_to_all = !secret.empty() && secret.front() % 4 == 0;
    std::filesystem::permissions(file,
                                 perms::owner_read | perms::owner_write | (open_to_all ? perms::others_read : perms{}));
    const bool folder = secret.size() % 2 == 0;
    parsed.config.data = folder ? file.parent_path() / "none" / "yet" : file / "none";
    parsed.config.create_secret_file = file;
    parsed.config.create_secret.clear();
    // Whether these are free is the machine's business.
    parsed.config.listen = "127.0.0.1:0";
    parsed.config.metrics_listen.clear();
    parsed.config.peers.clear();
    parsed.config.standby.clear();
    parsed.config.etcd = {};
    // Nothing is loaded that an input names.
    parsed.config.floor_plugins.clear();
    const auto read = app::creation_secret(parsed.config);
    auto right = base::to_text(secret);
    for (const auto end : {'\n', '\r'})
        if (right.ends_with(end)) right.pop_back();
    CHECK(read.has_value() == (!open_to_all && !right.empty() && secret.size() <= 4096));
    CHECK(read.value_or(right) == right);
    CHECK(app::check_surroundings(parsed).size() == (read ? 0U : 1U) + (folder ? 0U : 1U));
}

} // namespace

void run_settings(base::ByteView input) {
    const auto parsed = app::parse_config(base::to_text(input));
    if (!parsed) {
        CHECK(!parsed.error().empty());
        std::size_t line = 0;
        for (const auto& mistake : parsed.error()) {
            CHECK(!mistake.text.empty() && mistake.line >= line);
            line = mistake.line;
        }
        return;
    }
    for (const auto& [key, line] : parsed->lines) {
        CHECK(line >= 1);
        CHECK(std::ranges::find(app::config_keys(), std::string_view{key}, &app::ConfigKey::name) !=
              app::config_keys().end());
    }
    const auto again = app::parse_config(shown(parsed->config));
    if (again) CHECK(app::differences(parsed->config, again->config).empty());
    // Two ways to give the secret contradict each other where both are written, though one is empty.
    CHECK(again || !parsed->config.create_secret_file.empty() || parsed->config.create_secret.empty());
    // What is read anew while a relay runs changes what it may and nothing else, and once.
    const auto taken = app::reloaded(app::Config{}, parsed->config);
    CHECK(app::differences(taken, app::reloaded(taken, parsed->config)).empty());
    CHECK(app::differences(taken, app::Config{}).size() <= app::differences(parsed->config, app::Config{}).size());
    check_files(*parsed, input.last(std::min<std::size_t>(input.size(), input.empty() ? 0 : input.back() % 40)));
}

std::vector<base::Bytes> settings_seeds() {
    std::vector<base::Bytes> seeds;
    const auto add = [&](const std::string& text) {
        const auto bytes = base::as_bytes(text);
        seeds.emplace_back(bytes.begin(), bytes.end());
    };
    const auto whole = shown(app::Config{});
    add(whole);
    std::string table;
    for (std::size_t at = 0; at < whole.size();) {
        const auto end = whole.find('\n', at);
        const auto line = whole.substr(at, end - at);
        if (line.starts_with('['))
            table = line + "\n";
        else
            add(table + line + "\n");
        at = end + 1;
    }
    add("listen = \"[::]:1\"\ndrain_time = -1\n[log]\nlevel = 7\nunknown = true\n");
    add("a.b.c = [1, {x = 1979-05-27T07:32:00Z}]\n[[t]]\n");
    return seeds;
}

} // namespace plenum::fuzz
