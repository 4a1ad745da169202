// SPDX-License-Identifier: Apache-2.0
#include "app/plenumd/repairs_json.h"

#include "core/relay/multicast/tree_router.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <charconv>
#include <optional>

namespace plenum::app {
namespace {

using nlohmann::json;
using node::RelayRepairs;

std::string hex(std::uint64_t number) { return fmt::format("{:x}", number); }

/// As it stands within a sentence.
std::string place(std::uint64_t node) {
    return tree::NodeId{node} == node::home_node ? std::string{"the home"} : "edge " + hex(node);
}

std::string words_of(const RelayRepairs& seen) {
    if (seen.home)
        return fmt::format("This relay is the home of the conference. Members connected to it: {}. It sent {} packets "
                           "({} bytes) to the edges.",
                           seen.members, seen.packets, seen.bytes);
    return fmt::format("This relay is {}. Members connected to it: {}. Of {} packets, {} did not arrive at the first "
                       "attempt. It requests lost packets from {}.",
                       place(seen.node), seen.members, seen.packets + seen.missed, seen.missed, place(seen.next_hop));
}

std::string words_of(const RelayRepairs::Branch& branch) {
    return fmt::format("Requests for lost packets from {}: {}. Repairs sent there: {} ({} bytes).", place(branch.node),
                       branch.requests, branch.repairs, branch.repair_bytes);
}

/// Members of an object, all of which must be there and of their type.
class Reader {
  public:
    explicit Reader(const json& object) : object_{object}, sound_{object.is_object()} {}

    [[nodiscard]] bool is_sound() const { return sound_; }
    std::uint64_t number(const char* key) {
        const auto* value = member(key);
        return value != nullptr && take(value->is_number_unsigned()) ? value->get<std::uint64_t>() : 0;
    }
    bool boolean(const char* key) {
        const auto* value = member(key);
        return value != nullptr && take(value->is_boolean()) && value->get<bool>();
    }
    std::uint64_t id(const char* key) {
        const auto* value = member(key);
        if (value == nullptr || !take(value->is_string())) return 0;
        const auto& digits = value->get_ref<const std::string&>();
        std::uint64_t number = 0;
        const auto* end = digits.data() + digits.size();
        const auto [stopped, error] = std::from_chars(digits.data(), end, number, 16);
        return take(error == std::errc{} && stopped == end) ? number : 0;
    }
    /// Null if there is none.
    const json* list(const char* key) {
        const auto* value = member(key);
        return value != nullptr && take(value->is_array()) ? value : nullptr;
    }

  private:
    bool take(bool sound) { return sound_ = sound_ && sound; }
    const json* member(const char* key) {
        if (!sound_) return nullptr;
        const auto found = object_.find(key);
        return take(found != object_.end()) ? &*found : nullptr;
    }

    const json& object_;
    bool sound_;
};

std::optional<RelayRepairs> read(const json& tree) {
    Reader reader{tree};
    RelayRepairs seen;
    seen.tree = reader.id("tree");
    seen.node = reader.id("node");
    seen.next_hop = reader.id("next_hop");
    seen.home = reader.boolean("home");
    seen.members = reader.number("members");
    seen.packets = reader.number("packets");
    seen.bytes = reader.number("bytes");
    seen.missed = reader.number("missed");
    const auto* branches = reader.list("branches");
    if (branches == nullptr) return std::nullopt;
    for (const auto& each : *branches) {
        Reader branch{each};
        seen.branches.push_back(
            {branch.id("node"), branch.number("requests"), branch.number("repairs"), branch.number("repair_bytes")});
        if (!branch.is_sound()) return std::nullopt;
    }
    return seen;
}

} // namespace

std::string repairs_json(std::span<const RelayRepairs> seen) {
    auto trees = json::array();
    for (const auto& each : seen) {
        auto branches = json::array();
        for (const auto& branch : each.branches)
            branches.push_back({{"words", words_of(branch)},
                                {"node", hex(branch.node)},
                                {"requests", branch.requests},
                                {"repairs", branch.repairs},
                                {"repair_bytes", branch.repair_bytes}});
        trees.push_back({{"words", words_of(each)},
                         {"tree", hex(each.tree)},
                         {"node", hex(each.node)},
                         {"next_hop", hex(each.next_hop)},
                         {"home", each.home},
                         {"members", each.members},
                         {"packets", each.packets},
                         {"bytes", each.bytes},
                         {"missed", each.missed},
                         {"branches", std::move(branches)}});
    }
    const auto* words = seen.empty()
                            ? "No repairs to show for the last 15 s. Messages go by the tree only if an edge has "
                              "several members of a conference."
                            : "One entry for each conference whose messages went by the tree in the last 15 s.";
    return json{{"words", words}, {"trees", std::move(trees)}}.dump() + "\n";
}

std::expected<std::vector<RelayRepairs>, std::string> read_repairs_json(std::string_view text) {
    const auto whole = json::parse(text, nullptr, false);
    Reader reader{whole};
    const auto* trees = reader.list("trees");
    if (trees == nullptr) return std::unexpected("This is not the /repairs.json of a relay.");
    std::vector<RelayRepairs> seen;
    for (const auto& each : *trees) {
        auto tree = read(each);
        if (!tree)
            return std::unexpected(
                fmt::format("Tree {} has a value that no relay writes, or lacks one.", seen.size() + 1));
        seen.push_back(*std::move(tree));
    }
    return seen;
}

} // namespace plenum::app
