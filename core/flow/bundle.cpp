// SPDX-License-Identifier: Apache-2.0
#include "core/flow/bundle.h"

#include "core/base/check.h"
#include "core/base/limits.h"

#include <utility>

namespace plenum::flow {
namespace {

/// What sealing adds to a message at most (RFC 9605 §4.3): the frame's header and its tag.
constexpr std::size_t seal_bytes_max = 17 + 16;
/// A message header with its numbers at their longest.
constexpr std::size_t header_bytes_max = 40;
/// A message is small if two of them surely fit.
constexpr std::size_t small_bytes_max = (base::limits::fragment_bytes_max - seal_bytes_max - header_bytes_max) / 2;

std::size_t size_with_length(std::size_t bytes) { return wire::varint_size(bytes) + bytes; }

} // namespace

bool BundleDraft::is_small(std::size_t bytes) { return size_with_length(bytes) <= small_bytes_max; }

bool BundleDraft::takes(base::SequenceNumber sequence, base::ConferenceTime sent_at, wire::MessageFlags flags,
                        std::size_t bytes) {
    const bool follows = !empty() && header_.count < bundle_messages_max &&
                         sequence.value() == header_.sequence.value() + header_.count && sent_at == header_.sent_at &&
                         flags == header_.flags.alone();
    if (!follows) return false;
    if (room_ == 0) {
        auto bundled = header_;
        bundled.flags = flags.bundled();
        room_ = base::limits::fragment_bytes_max - wire::encode(bundled).size() - seal_bytes_max;
    }
    return bodies_.size() + size_with_length(bytes) <= room_;
}

void BundleDraft::begin(wire::MessageHeader header, base::ByteView body) {
    CHECK(empty() && is_small(body.size()) && header.count == 1);
    header_ = std::move(header);
    prefix_ = wire::varint_size(body.size());
    room_ = 0;
    wire::Writer to{bodies_};
    wire::put(to, wire::BundledBody{body});
}

void BundleDraft::add(base::ByteView body) {
    CHECK(!empty());
    header_.flags = header_.flags.bundled();
    ++header_.count;
    wire::Writer to{bodies_};
    wire::put(to, wire::BundledBody{body});
}

base::ByteView BundleDraft::plaintext() const {
    CHECK(!empty());
    const base::ByteView bodies{bodies_};
    return header_.count == 1 ? bodies.subspan(prefix_) : bodies;
}

bool split_bundle(base::ByteView plaintext, std::size_t count, std::size_t body_bytes_max,
                  std::vector<base::ByteView>& bodies) {
    bodies.clear();
    wire::Reader from{plaintext};
    for (std::size_t i = 0; i < count; ++i) {
        wire::BundledBody next;
        wire::get(from, next);
        if (!from.ok() || next.body.size() > body_bytes_max) return false;
        bodies.push_back(next.body);
    }
    return from.at_end();
}

} // namespace plenum::flow
