// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/flow_spec.h"
#include "core/base/limits.h"
#include "core/crypto/datagram_seal.h"
#include "core/link/sent_packets.h"
#include "core/wire/choice.h"
#include "core/wire/datagram.h"
#include "core/wire/frames.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

namespace plenum::link {

/// One datagram in the making.
struct PacketDraft {
    /// The header, then plaintext; sealed where it stands.
    base::Bytes& datagram;
    /// Of the sealed datagram.
    std::size_t bytes_max{base::limits::datagram_bytes_max};
    std::vector<SentItem> items{};
    bool eliciting{false};
    bool probes_mtu{false};
    /// Class of the first payload; absent where there is none.
    std::optional<base::PriorityClass> leading{};

    /// Goes behind the header once all else is written.
    wire::Shim shim{};

    /// Most items in one datagram: bounds what is remembered of it.
    static constexpr std::size_t items_max = 64;

    [[nodiscard]] std::size_t room() const {
        const auto end = bytes_max - crypto::tag_size - shim.size();
        return items.size() >= items_max || datagram.size() >= end ? 0 : end - datagram.size();
    }
    [[nodiscard]] bool carries(const SentFragment& fragment) const {
        return std::ranges::any_of(items, [&](const SentItem& item) {
            const auto* other = std::get_if<SentFragment>(&item);
            return other != nullptr && other->frame == fragment.frame;
        });
    }
    void insert_shim() {
        if (shim.empty()) return;
        datagram[wire::SealedHeader::shim_bytes_at] = static_cast<std::uint8_t>(shim.size());
        datagram.insert(datagram.begin() + wire::SealedHeader::size, shim.begin(), shim.end());
    }
    void put(const wire::Frame& frame) {
        wire::Writer to{datagram};
        wire::put_choice(to, frame);
    }
};

} // namespace plenum::link
