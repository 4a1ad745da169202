// SPDX-License-Identifier: Apache-2.0
#include "media/recording/cluster_builder.h"

#include <limits>
#include <utility>

namespace plenum::media {
namespace {

using std::chrono::milliseconds;

/// Flags of a block (RFC 9559 §10.2).
constexpr std::uint8_t key_flag = 0x80;

void put_content(base::Bytes& to, const RecordedBlock& block, std::int64_t since_cluster, std::uint8_t flags) {
    ebml::put_size(to, block.track.value());
    const auto offset = static_cast<std::uint16_t>(static_cast<std::int16_t>(since_cluster));
    to.push_back(static_cast<std::uint8_t>(offset >> 8U));
    to.push_back(static_cast<std::uint8_t>(offset));
    to.push_back(flags);
    to.insert(to.end(), block.bytes.begin(), block.bytes.end());
}

} // namespace

std::optional<ClusterBuilder::Cluster> ClusterBuilder::push(const RecordedBlock& block) {
    const auto at = std::chrono::round<milliseconds>(std::max(block.at, base::Duration{}));
    std::optional<Cluster> full;
    if (!empty() && (at - cluster_.begins >= duration_max || cluster_.blocks.size() >= bytes_max)) full = take();
    if (empty()) cluster_.begins = cluster_.ends = at;
    const auto since = (at - cluster_.begins).count();
    if (since < std::numeric_limits<std::int16_t>::min()) return full;
    cluster_.ends = std::max(cluster_.ends, at);
    base::Bytes content;
    const bool group = block.duration > base::Duration{};
    put_content(content, block, since, !group && block.key ? key_flag : 0);
    if (group) {
        base::Bytes parts;
        ebml::put_bytes(parts, ebml::Id::block, content);
        const auto duration = std::chrono::round<milliseconds>(block.duration);
        ebml::put_number(parts, ebml::Id::block_duration, static_cast<std::uint64_t>(duration.count()));
        ebml::put_bytes(cluster_.blocks, ebml::Id::block_group, parts);
    } else {
        ebml::put_bytes(cluster_.blocks, ebml::Id::simple_block, content);
    }
    return full;
}

std::optional<ClusterBuilder::Cluster> ClusterBuilder::take() {
    if (empty()) return std::nullopt;
    return std::exchange(cluster_, {});
}

} // namespace plenum::media
