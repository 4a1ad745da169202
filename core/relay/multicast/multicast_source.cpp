// SPDX-License-Identifier: Apache-2.0
#include "core/relay/multicast/multicast_source.h"

#include <algorithm>

namespace plenum::node {
namespace {

using namespace std::chrono_literals;

/// Varints end there.
constexpr std::uint64_t session_mask = (std::uint64_t{1} << 62) - 1;

/// Sessions say how far the source is, so SSPs need not. They come often enough for objects to live on when two are
/// lost.
tree::StreamSourceOptions options_of(const tree::SessionKey& session) {
    tree::StreamSourceOptions options;
    options.session = session;
    options.window = MulticastSource::window;
    options.setup_interval = 3s;
    options.tail_delay = 3s;
    options.report_age = 10s;
    return options;
}

} // namespace

std::optional<wire::BodyReference> MulticastSource::find(const BodyKey& key, base::ByteView message,
                                                         std::uint64_t edge) const {
    const auto body = bodies_.find(key);
    const auto met = edges_.find(edge);
    if (body == bodies_.end() || met == edges_.end() || body->second.reference.first < met->second) return std::nullopt;
    return std::ranges::equal(body->second.message, message) ? std::optional{body->second.reference} : std::nullopt;
}

std::optional<wire::BodyReference> MulticastSource::share(const BodyKey& key, base::ByteView message,
                                                          const std::set<std::uint64_t>& edges, base::LocalTime now) {
    if (message.empty() || message.size() > body_bytes_max || bodies_.contains(key)) return std::nullopt;
    if (!source_) begin(now);
    meet(edges, now);
    constexpr auto payload_max = tree::limits::payload_bytes_max;
    const auto count = (message.size() + payload_max - 1) / payload_max;
    // The window is declared with the next SSP, so it may be smaller than what is kept lets one believe.
    if (source_->room() < count) return std::nullopt;
    Body body{{{}, session_.session.value(), source_->next(), static_cast<std::uint8_t>(count)},
              {message.begin(), message.end()}};
    for (std::size_t at = 0; at < message.size(); at += payload_max) {
        const auto part = message.subspan(at, std::min(payload_max, message.size() - at));
        if (!source_->push({part.begin(), part.end()}, now)) return std::nullopt;
    }
    shared_at_ = now;
    ++counts_.bodies;
    counts_.bytes += message.size();
    bytes_ += message.size();
    order_.push_back(key);
    const auto reference = bodies_.emplace(key, std::move(body)).first->second.reference;
    bound();
    return reference;
}

void MulticastSource::handle(base::ByteView packet, base::LocalTime now) {
    if (source_) source_->handle(packet, now);
}

std::optional<base::Bytes> MulticastSource::poll(base::LocalTime now) {
    return source_ ? source_->poll(now) : std::nullopt;
}

void MulticastSource::handle_wakeup(base::LocalTime now) {
    if (source_ && now - shared_at_ >= idle_max) end();
}

base::LocalTime MulticastSource::next_wakeup() const {
    return source_ ? std::min(source_->next_wakeup(), shared_at_ + idle_max) : base::local_time_max;
}

/// Numbers of sessions never come twice: others run with another number, and this one later.
void MulticastSource::begin(base::LocalTime now) {
    const auto us = static_cast<std::uint64_t>(std::max<std::int64_t>(0, base::to_us(now.time_since_epoch())));
    session_ = {home_node, tree::GroupId{}, tree::SessionId{(run_ + us) & session_mask}};
    source_ = std::make_unique<tree::StreamSource>(options_of(session_));
}

void MulticastSource::end() {
    source_.reset();
    bodies_.clear();
    order_.clear();
    edges_.clear();
    bytes_ = 0;
}

void MulticastSource::meet(const std::set<std::uint64_t>& edges, base::LocalTime now) {
    std::erase_if(edges_, [&](const auto& met) { return !edges.contains(met.first); });
    for (const auto edge : edges)
        if (edges_.try_emplace(edge, source_->next()).second) source_->hasten_setup(now);
}

void MulticastSource::bound() {
    while (bytes_ > bytes_max || order_.size() > bodies_max) {
        const auto oldest = bodies_.find(order_.front());
        order_.pop_front();
        bytes_ -= oldest->second.message.size();
        bodies_.erase(oldest);
    }
}

} // namespace plenum::node
