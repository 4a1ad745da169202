// SPDX-License-Identifier: Apache-2.0
// A shared object that shows what PLENUM_ODD_PLUGIN asks for: each way in which one can be wrong, and some that are
// not.
#include "core/token/policy.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace {

using namespace plenum;

class Plain : public token::FloorPolicy {
  public:
    bool accepts(std::string_view parameters) const override { return parameters.empty() || parameters == "loud=1"; }
    /// Ends a distribution.
    token::FloorChoice decide(const token::FloorView&) override {
        return {token::FloorAct::recall, {}, {}, 0, base::ConferenceTime::max()};
    }
};

class Picky final : public Plain {
  public:
    bool accepts(std::string_view parameters) const override { return !parameters.empty(); }
};

/// Throws as soon as it is told parameters, or asked.
class Thrower final : public Plain {
  public:
    ~Thrower() override = default;
    bool accepts(std::string_view parameters) const override {
        if (!parameters.empty()) throw std::runtime_error{"not these"};
        return true;
    }
    token::FloorChoice decide(const token::FloorView&) override { throw 7; }
};

class Unmakable final : public Plain {
  public:
    Unmakable() { throw std::runtime_error{"not today"}; }
};

std::array<base::PluginDescriptor, 2> shown;
base::PluginList list;
std::string long_text;

std::array<base::PluginOption, 1> options;

base::PluginDescriptor sound(const char* id) {
    auto style = token::style_of<Plain>(id, "Odd", "Ends what there is.");
    style.parameters = "loud=1";
    options[0] = {.key = "loud", .title = "Loudness", .usual = 1, .least = 1, .most = 2};
    style.options = options.data();
    style.option_count = 1;
    return style;
}

void spoil_texts(std::string_view wish) {
    auto& style = shown[0];
    if (wish == "id_null") style.id = nullptr;
    if (wish == "id_upper") style.id = "Odd";
    if (wish == "id_empty") style.id = "";
    if (wish == "id_digit") style.id = "1odd";
    if (wish == "id_long") style.id = (long_text = std::string(33, 'o')).c_str();
    if (wish == "title_null") style.title = nullptr;
    if (wish == "title_lines") style.title = "Odd\nthings";
    if (wish == "title_bytes") style.title = "\xff";
    if (wish == "title_long") style.title = (long_text = std::string(65, 'o')).c_str();
    if (wish == "about_empty") style.about = "";
    if (wish == "about_long") style.about = (long_text = std::string(1 << 20, 'o')).c_str();
    if (wish == "parameters_long") style.parameters = (long_text = std::string(257, 'o')).c_str();
    if (wish == "about_pen_long") style.about_pen = (long_text = std::string(201, 'o')).c_str();
    if (wish == "sharing_lines") style.sharing = "loud=1\n";
    if (wish == "copies_lines") style.copies_while = "loud=1\n";
    if (wish == "options_many") style.option_count = 17;
    if (wish == "options_null") style.options = nullptr;
    if (wish == "option_key_null") options[0].key = nullptr;
    if (wish == "option_bounds") options[0].usual = 3;
    if (wish == "parameters_refused") style.parameters = "loud=2";
}

void spoil(std::string_view wish) {
    auto& style = shown[0];
    if (wish == "count_none") list.count = 0;
    if (wish == "count_many") list.count = 65;
    if (wish == "first_null") list.first = nullptr;
    if (wish == "list_version") list = {base::plugin_version + 1, ~0U, reinterpret_cast<base::PluginDescriptor*>(1)};
    if (wish == "version") shown[1].version = base::plugin_version + 1;
    if (wish == "size") style.size -= 8;
    if (wish == "size_second") shown[1].size += 8;
    if (wish == "kind") style.kind = static_cast<base::PluginKind>(9);
    if (wish == "create_null") style.create = nullptr;
    if (wish == "destroy_null") style.destroy = nullptr;
    if (wish == "holders_many") style.holders_max = 65536;
    if (wish == "same_twice") shown[1].id = "odd";
    if (wish == "own_name") shown[1].id = "queue";
    if (wish == "picky") shown[1] = token::style_of<Picky>("picky", "Picky", "Wants parameters.");
    if (wish == "unmakable") shown[1] = token::style_of<Unmakable>("unmakable", "Never", "Cannot be made.");
    if (wish == "makes_null") style.create = [](const void*) -> void* { return nullptr; };
    if (wish == "thrower") shown[1] = token::style_of<Thrower>("thrower", "Thrower", "Throws.");
    spoil_texts(wish);
}

} // namespace

const base::PluginList* plenum_plugins() noexcept {
    const auto* wish = std::getenv("PLENUM_ODD_PLUGIN");
    const std::string_view wanted = wish == nullptr ? "" : wish;
    if (wanted == "null") return nullptr;
    shown = {sound("odd"), sound("even")};
    list = {base::plugin_version, static_cast<std::uint32_t>(shown.size()), shown.data()};
    spoil(wanted);
    return &list;
}
