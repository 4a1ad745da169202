// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/checkers/picture_sizes.h"

#include <fmt/format.h>

#include <algorithm>

namespace plenum::sim {
namespace {

/// Of one sender, as far as they can be out of order.
constexpr std::size_t received_max = 256;

std::string_view name_of(base::PictureSize size) { return size == base::PictureSize::small ? "small" : "large"; }

} // namespace

void PictureSizes::on_command(Session session, const node::Command& command, VirtualTime at) {
    auto& stay = sessions_[session];
    if (const auto* subscribe = std::get_if<node::Subscribe>(&command)) {
        const StreamKey source{subscribe->flow, subscribe->sender};
        if (subscribe->sender.value() == 0 && subscribe->wanted.is_everything())
            stay.wanted.erase(source);
        else
            stay.wanted[source] = {subscribe->wanted, at};
        // It may be one for all that holds from here on.
        for (auto& [each, wanted] : stay.wanted)
            wanted.since = at;
        stay.since = std::max(stay.since, at - settling / 2);
    }
    stay.pictures.handle(command);
}

void PictureSizes::on_publication(Session session, const Publication& publication, VirtualTime at) {
    auto& stay = sessions_[session];
    const auto flags = stay.pictures.take(publication.flow);
    if (!flags) return;
    const StreamKey stream{publication.flow, publication.sender};
    const auto [known, first] = cameras_.try_emplace(stream);
    auto& camera = known->second;
    if (first) camera = {session, {}, {at, at}};
    if (flags->is_key_frame()) camera.keys[place_of(flags->size())].insert(publication.sequence.value());
    note_wishes(camera, stream, at);
    const auto unwanted = at - camera.wanted_at[place_of(flags->size())];
    if (unwanted > settling)
        fail(fmt::format("{}: the {} size on flow {} is still sent, {} s after anybody wanted it", to_text(session),
                         name_of(flags->size()), stream.flow.value(), base::to_ms(unwanted) / 1000));
}

std::optional<base::PictureSize> PictureSizes::surely_wanted(const Stay& stay, StreamKey stream, VirtualTime at) const {
    if (at - stay.since < settling) return std::nullopt;
    auto found = stay.wanted.find(stream);
    if (found == stay.wanted.end()) found = stay.wanted.find({stream.flow, base::MemberIndex{}});
    if (found == stay.wanted.end()) return base::PictureSize::large;
    const auto& [subscription, since] = found->second;
    if (at - since < settling) return std::nullopt;
    return subscription.small ? base::PictureSize::small : base::PictureSize::large;
}

void PictureSizes::note_wishes(Camera& camera, StreamKey stream, VirtualTime at) {
    bool any_small = false;
    for (const auto& [session, stay] : sessions_) {
        if (session == camera.sender || !stay.joined) continue;
        const auto wanted = surely_wanted(stay, stream, at);
        if (!wanted || scarce_) camera.wanted_at[1] = at;
        if (!wanted) camera.wanted_at[0] = at;
        if (wanted) camera.wanted_at[place_of(*wanted)] = at;
        any_small = any_small || wanted == base::PictureSize::small;
    }
    // Nobody is there to say, or it wants nothing at all.
    if (!any_small) camera.wanted_at[0] = at;
}

void PictureSizes::on_event(Session session, const node::Event& event, VirtualTime at) {
    auto& stay = sessions_[session];
    if (const auto* phase = std::get_if<node::PhaseChanged>(&event)) {
        // Anew a member: it subscribed to nothing.
        if (phase->phase == node::Phase::connecting) stay = {};
        stay.since = at;
        stay.joined = phase->phase == node::Phase::joined;
        // The relay's choice begins anew too.
        stay.received.clear();
    } else if (const auto* refused = std::get_if<node::CommandRefused>(&event)) {
        stay.pictures.handle(*refused);
        if (refused->command == node::CommandKind::of<node::Subscribe>()) {
            // Which one is not told.
            stay.wanted.clear();
            stay.since = VirtualTime::max() - settling;
        }
    } else if (const auto* message = std::get_if<node::MessageReceived>(&event)) {
        if (cameras_.contains({message->flow, message->sender})) judge(session, stay, *message, at);
    }
}

bool PictureSizes::began_before(const Camera& camera, Number number, base::PictureSize size, Number other) {
    const auto& keys = camera.keys[place_of(size)];
    const auto after = keys.upper_bound(number);
    return after == keys.begin() || *std::prev(after) < other;
}

void PictureSizes::judge(Session session, Stay& stay, const node::MessageReceived& message, VirtualTime at) {
    const StreamKey stream{message.flow, message.sender};
    const auto& camera = cameras_.at(stream);
    const auto number = message.sequence.value();
    const auto size = message.flags.size();
    auto& received = stay.received[stream];
    // Between a message and its key frame nothing of the other size may have been handed over.
    for (const auto& [other, other_size] : received) {
        if (other_size == size) continue;
        const bool wrong = other < number ? began_before(camera, number, size, other)
                                          : began_before(camera, other, other_size, number);
        if (wrong)
            fail(fmt::format("{}: message {} of member {} is {} beside message {} of the other size, without a key "
                             "frame between them",
                             to_text(session), number, stream.sender.value(), name_of(size), other));
    }
    received[number] = size;
    if (received.size() > received_max) received.erase(received.begin());
    const auto wanted = surely_wanted(stay, stream, at);
    // Who has just come back may not have heard yet what is wanted.
    const auto sender = sessions_.find(camera.sender);
    const bool there = sender != sessions_.end() && at - sender->second.since >= settling;
    const bool too_much = wanted && *wanted != size && there && (!scarce_ || size == base::PictureSize::large);
    if (too_much)
        fail(fmt::format("{}: message {} of member {} is {}, which was not wanted for long", to_text(session), number,
                         stream.sender.value(), name_of(size)));
}

} // namespace plenum::sim
