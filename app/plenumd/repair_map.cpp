// SPDX-License-Identifier: Apache-2.0
#include "app/plenumd/repair_map.h"

#include "core/relay/multicast/tree_router.h"
#include "core/tree/repair_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

namespace plenum::app {
namespace {

using node::RelayRepairs;

constexpr int column_width = 400;
constexpr int row_height = 70;
constexpr int box_width = 130;
constexpr int box_height = 44;
constexpr int margin = 20;
/// Larger pictures say nothing to anybody.
constexpr std::size_t places_max = 256;

double loss_percent(const RelayRepairs& seen) {
    const auto all = seen.packets + seen.missed;
    return all == 0 ? 0 : 100.0 * static_cast<double>(seen.missed) / static_cast<double>(all);
}

tree::NodeRepairs node_of(const RelayRepairs& seen) {
    tree::NodeRepairs node{tree::NodeId{seen.node}, tree::NodeId{seen.next_hop}, 0, 0, {}};
    for (const auto& branch : seen.branches)
        node.branches.push_back({{}, tree::NodeId{branch.node}, branch.requests, branch.repairs, branch.repair_bytes});
    return node;
}

/// Where the picture begins: the home, or the relay above the only one that spoke.
tree::NodeId root_of(std::span<const RelayRepairs* const> all) {
    const auto home = std::ranges::find_if(all, [](const RelayRepairs* seen) { return seen->home; });
    return tree::NodeId{home == all.end() ? all.front()->next_hop : (*home)->node};
}

struct Box {
    int left{0};
    int top{0};
    /// Null for a relay that did not speak.
    const RelayRepairs* seen{nullptr};
};

/// The relays of one tree in columns by their distance from the home, which is first.
struct Picture {
    tree::RepairMap map;
    std::map<tree::NodeId, Box> boxes;
    int right{0};
    int bottom{0};
};

Picture arrange(std::span<const RelayRepairs* const> all, int top) {
    std::vector<tree::NodeRepairs> nodes;
    for (const auto* seen : all)
        nodes.push_back(node_of(*seen));
    Picture picture{tree::make_repair_map(root_of(all), nodes), {}, 0, top};
    if (picture.map.places.size() > places_max) picture.map.places.resize(places_max);
    std::map<std::uint32_t, int> rows;
    for (const auto& place : picture.map.places) {
        const auto speaker =
            std::ranges::find_if(all, [&](const auto* seen) { return seen->node == place.node.value(); });
        const Box box{margin + static_cast<int>(place.depth) * column_width, top + rows[place.depth]++ * row_height,
                      speaker == all.end() ? nullptr : *speaker};
        picture.boxes.emplace(place.node, box);
        picture.right = std::max(picture.right, box.left + column_width);
        picture.bottom = std::max(picture.bottom, box.top + row_height);
    }
    return picture;
}

std::string text(int x, int y, std::string_view words) {
    return fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", x, y, words);
}

std::string draw(const Picture& picture) {
    std::string out;
    for (const auto& edge : picture.map.edges) {
        const auto from = picture.boxes.find(edge.repairer);
        const auto to = picture.boxes.find(edge.repaired);
        if (from == picture.boxes.end() || to == picture.boxes.end()) continue;
        const auto y = to->second.top + box_height / 2;
        out += fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>\n", from->second.left + box_width,
                           from->second.top + box_height / 2, to->second.left, y);
        const auto label_x = to->second.left - column_width + box_width + 6;
        // Of a relay that did not speak, nobody knows what it repaired.
        if (from->second.seen != nullptr)
            out += text(label_x, y - 6,
                        fmt::format("{} asked, {} sent, {} B", edge.requests, edge.repairs, edge.repair_bytes));
        if (const auto* seen = to->second.seen)
            out += text(label_x, y + 14, fmt::format("loss {:.1f} %", loss_percent(*seen)));
    }
    for (const auto& [place, box] : picture.boxes) {
        out += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n", box.left, box.top, box_width,
                           box_height);
        const bool home = place == node::home_node;
        out += text(box.left + 8, box.top + 18,
                    home ? std::string{"home"} : "edge " + fmt::format("{:x}", place.value()).substr(0, 8));
        out += text(box.left + 8, box.top + 36,
                    box.seen == nullptr ? std::string{"not asked"} : fmt::format("{} members", box.seen->members));
    }
    return out;
}

} // namespace

std::string repairs_svg(std::span<const RelayRepairs> seen) {
    std::map<std::uint64_t, std::vector<const RelayRepairs*>> trees;
    for (const auto& each : seen)
        trees[each.tree].push_back(&each);
    std::string drawn;
    int width = column_width;
    int top = margin;
    for (const auto& [tree, all] : trees) {
        drawn += text(margin, top + 12, fmt::format("tree {:x}", tree));
        const auto picture = arrange(all, top + margin);
        drawn += draw(picture);
        width = std::max(width, picture.right);
        top = picture.bottom + margin;
    }
    if (trees.empty()) {
        drawn =
            text(margin, margin + 12, "No repairs to show for the last 15 s.") +
            text(margin, margin + 32, "Messages go by the tree only if an edge has several members of a conference.");
        width = 2 * column_width;
        top += margin;
    }
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" font-family=\"sans-serif\" "
        "font-size=\"12\">\n<style>rect{{fill:#eef;stroke:#335}}line{{stroke:#335}}</style>\n{}</svg>\n",
        std::max(width, 320), top + margin, drawn);
}

} // namespace plenum::app
