// SPDX-License-Identifier: Apache-2.0
#include "app/plenumd/repair_map.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

namespace plenum::app {
namespace {

using node::RelayRepairs;

constexpr int column_width = 260;
constexpr int row_height = 70;
constexpr int box_width = 130;
constexpr int box_height = 44;
constexpr int margin = 20;
/// Larger pictures say nothing to anybody.
constexpr std::size_t places_max = 256;

std::string hex(std::uint64_t number) { return fmt::format("{:x}", number); }

double loss_percent(const RelayRepairs& seen) {
    const auto all = seen.packets + seen.missed;
    return all == 0 ? 0 : 100.0 * static_cast<double>(seen.missed) / static_cast<double>(all);
}

struct Place {
    std::uint64_t node{0};
    int column{0};
    int row{0};
    /// Null for a relay that did not speak.
    const RelayRepairs* seen{nullptr};
};
struct Arrow {
    std::uint64_t from{0};
    std::uint64_t to{0};
    std::optional<RelayRepairs::Branch> branch;
};

/// The relays of one tree in columns by their distance from the home, which is first.
class Picture {
  public:
    explicit Picture(std::span<const RelayRepairs* const> all) {
        for (const auto* seen : all)
            speakers_.try_emplace(seen->node, seen);
        for (const auto& [node, seen] : speakers_) {
            if (!seen->home) add({seen->next_hop, node, std::nullopt});
            for (const auto& branch : seen->branches) {
                // A relay asks itself for what it receives.
                const bool relay = speakers_.contains(branch.node) || seen->home;
                if (relay && branch.node != 0) add({node, branch.node, branch});
            }
        }
        place(all);
    }
    [[nodiscard]] const std::vector<Place>& places() const { return places_; }
    [[nodiscard]] const std::vector<Arrow>& arrows() const { return arrows_; }
    [[nodiscard]] const Place* find(std::uint64_t node) const {
        const auto found = std::ranges::find(places_, node, &Place::node);
        return found == places_.end() ? nullptr : &*found;
    }
    [[nodiscard]] int rows() const { return rows_; }
    [[nodiscard]] int columns() const { return columns_; }

  private:
    void add(const Arrow& arrow) {
        const auto known = std::ranges::find_if(
            arrows_, [&](const Arrow& each) { return each.from == arrow.from && each.to == arrow.to; });
        if (known == arrows_.end())
            arrows_.push_back(arrow);
        else if (arrow.branch)
            known->branch = arrow.branch;
    }
    void place(std::span<const RelayRepairs* const> all) {
        std::vector<std::uint64_t> level;
        for (const auto* seen : all) {
            const auto root = seen->home ? seen->node : seen->next_hop;
            const bool below = std::ranges::any_of(arrows_, [&](const Arrow& each) { return each.to == root; });
            if (!below && std::ranges::find(level, root) == level.end()) level.push_back(root);
        }
        for (; !level.empty() && places_.size() < places_max; ++columns_) {
            std::vector<std::uint64_t> next;
            int row = 0;
            for (const auto node : level) {
                if (find(node) != nullptr) continue;
                const auto speaker = speakers_.find(node);
                places_.push_back({node, columns_, row++, speaker == speakers_.end() ? nullptr : speaker->second});
                for (const auto& arrow : arrows_)
                    if (arrow.from == node) next.push_back(arrow.to);
            }
            rows_ = std::max(rows_, row);
            level = std::move(next);
        }
    }

    std::map<std::uint64_t, const RelayRepairs*> speakers_;
    std::vector<Place> places_;
    std::vector<Arrow> arrows_;
    int rows_{0};
    int columns_{0};
};

std::string text(int x, int y, std::string_view words) {
    return fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", x, y, words);
}

int left_of(const Place& place) { return margin + place.column * column_width; }
int top_of(const Place& place, int top) { return top + place.row * row_height; }

std::string draw(const Picture& picture, int top) {
    std::string out;
    for (const auto& arrow : picture.arrows()) {
        const auto* const from = picture.find(arrow.from);
        const auto* const to = picture.find(arrow.to);
        if (from == nullptr || to == nullptr || from->column >= to->column) continue;
        const auto y = top_of(*to, top) + box_height / 2;
        out += fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>\n", left_of(*from) + box_width,
                           top_of(*from, top) + box_height / 2, left_of(*to), y);
        std::string label;
        if (arrow.branch)
            label = fmt::format("{} asked, {} sent, {} B", arrow.branch->requests, arrow.branch->repairs,
                                arrow.branch->repair_bytes);
        const auto label_x = left_of(*to) - column_width + box_width + 6;
        out += text(label_x, y - 6, label);
        if (to->seen != nullptr) out += text(label_x, y + 14, fmt::format("loss {:.1f} %", loss_percent(*to->seen)));
    }
    for (const auto& place : picture.places()) {
        const auto x = left_of(place);
        const auto y = top_of(place, top);
        out += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n", x, y, box_width, box_height);
        const bool home = place.column == 0;
        out += text(x + 8, y + 18, home ? std::string{"home"} : "edge " + hex(place.node).substr(0, 8));
        out += text(x + 8, y + 36,
                    place.seen == nullptr ? std::string{"not asked"} : fmt::format("{} members", place.seen->members));
    }
    return out;
}

} // namespace

std::string repairs_json(std::span<const RelayRepairs> seen) {
    auto trees = nlohmann::json::array();
    for (const auto& each : seen) {
        auto branches = nlohmann::json::array();
        for (const auto& branch : each.branches)
            branches.push_back({{"node", hex(branch.node)},
                                {"requests", branch.requests},
                                {"repairs", branch.repairs},
                                {"repair_bytes", branch.repair_bytes}});
        trees.push_back({{"tree", hex(each.tree)},
                         {"node", hex(each.node)},
                         {"next_hop", hex(each.next_hop)},
                         {"home", each.home},
                         {"members", each.members},
                         {"packets", each.packets},
                         {"bytes", each.bytes},
                         {"missed", each.missed},
                         {"branches", std::move(branches)}});
    }
    return nlohmann::json{{"trees", std::move(trees)}}.dump() + "\n";
}

std::string repairs_svg(std::span<const RelayRepairs> seen) {
    std::map<std::uint64_t, std::vector<const RelayRepairs*>> trees;
    for (const auto& each : seen)
        trees[each.tree].push_back(&each);
    std::string drawn;
    int width = column_width;
    int top = margin;
    for (const auto& [tree, all] : trees) {
        const Picture picture{all};
        drawn += text(margin, top + 12, "tree " + hex(tree));
        drawn += draw(picture, top + margin);
        width = std::max(width, margin + picture.columns() * column_width);
        top += 2 * margin + picture.rows() * row_height;
    }
    if (trees.empty()) drawn = text(margin, margin + 12, "No conference is shared with other relays.");
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" font-family=\"sans-serif\" "
        "font-size=\"12\">\n<style>rect{{fill:#eef;stroke:#335}}line{{stroke:#335}}</style>\n{}</svg>\n",
        std::max(width, 320), top + margin, drawn);
}

} // namespace plenum::app
