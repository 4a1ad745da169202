// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/participant.h"

#include "tests/sim/flow_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace plenum::sim {

namespace {

/// Tells its message from every other wherever it has eight bytes or more.
base::Bytes make_body(NodeIndex node, const FlowLoad& load, std::uint64_t count, std::size_t bytes_max) {
    base::Random filler{checksum_of(base::as_bytes(load.name)) ^ std::uint64_t{node.value()} << 40 ^ count};
    const auto place = (count - 1) % load.burst;
    base::Bytes body(
        std::min(load.bytes - std::min<std::size_t>(place, load.bytes > 8 ? load.bytes - 8 : 0), bytes_max));
    for (std::size_t at = 0; at < body.size(); at += 8) {
        auto word = filler.next();
        for (auto index = at; index < std::min(at + 8, body.size()); ++index, word >>= 8) {
            body[index] = static_cast<std::uint8_t>(word);
        }
    }
    return body;
}

/// Every so many messages of a video flow one that stands alone.
constexpr std::uint64_t key_frame_period = 60;
/// Of the bytes of the large size.
constexpr std::size_t small_share = 8;

} // namespace

Participant::Participant(const Options& options, const Scenario& scenario, Meeting& meeting, base::Random random)
    : options_{options},
      meeting_{&meeting},
      scenario_{&scenario},
      random_{random},
      // Beside the other draws, so that worlds without tokens stay as they are.
      tokens_{scenario, options.flows, base::Random{base::Random{random}.next() ^ 0x70'6b'65'6eU}},
      floor_{scenario, base::Random{base::Random{random}.next() ^ 0x66'6c'6f'6fU}},
      groups_{scenario.group_message_every, base::Random{base::Random{random}.next() ^ 0x67'72'6f'75U}},
      subscriptions_{scenario.subscribe_every, base::Random{base::Random{random}.next() ^ 0x73'75'62'73U}},
      cameras_{scenario.size_every, base::Random{base::Random{random}.next() ^ 0x73'69'7a'65U}},
      pulls_{scenario.pull_every, base::Random{base::Random{random}.next() ^ 0x70'75'6c'6cU}},
      voice_{base::Random{base::Random{random}.next() ^ 0x74'61'6c'6bU}},
      flows_{scenario.flow_act_every, base::Random{base::Random{random}.next() ^ 0x66'6c'6f'77U}},
      board_{scenario, base::Random{base::Random{random}.next() ^ 0x62'6f'61'72U}},
      chat_{scenario.chat_act_every, base::Random{base::Random{random}.next() ^ 0x63'68'61'74U}},
      files_{scenario, base::Random{base::Random{random}.next() ^ 0x66'69'6c'65U}},
      capture_{scenario, *options.clock, base::Random{base::Random{random}.next() ^ 0x63'61'70'74U}},
      polls_{scenario, base::Random{base::Random{random}.next() ^ 0x70'6f'6c'6cU}},
      try_at_{options.arrives_at} {
    for (const auto flow : options.flows)
        sources_.push_back({&scenario.flows[flow]});
}

void Participant::restart(VirtualTime now) {
    stage_ = Stage::away;
    try_at_ = now;
    leaving_ = false;
    forget();
}

void Participant::forget() {
    joined_once_ = false;
    self_ = {};
    declared_.clear();
    flows_.forget();
    board_.forget();
    chat_.forget();
    files_.forget();
    capture_.forget();
    polls_.forget();
    pending_.clear();
    unaccepted_.clear();
    accepted_.clear();
    end_floor();
}

void Participant::begin_floor(bool declares, VirtualTime now) {
    tokens_.begin(declared_, declares, now);
    floor_.begin(declared_, declares, now);
    groups_.begin(now);
    subscriptions_.begin(declared_, now);
    begin_cameras(now);
    pulls_.begin(declared_, now);
    flows_.begin(now);
    board_.begin(now);
    chat_.begin(now);
    files_.begin(now);
    capture_.begin(is_host(), now);
    polls_.begin(now);
}

void Participant::end_floor() {
    tokens_.end();
    floor_.end();
    groups_.end();
    subscriptions_.end();
    cameras_.end();
    pulls_.end();
    flows_.end();
    board_.end();
    chat_.end();
    files_.end();
    capture_.end();
    polls_.end();
}

/// The node was away for too long and comes back as someone new. What it is told to publish meanwhile must not get
/// lost.
void Participant::begin_anew() {
    // It may be away again before it had numbered what it carried over the last time: that stands behind the rest.
    auto again = std::exchange(unaccepted_, {});
    for (auto& [flow, waiting] : pending_) {
        if (is_reliable(flow)) std::ranges::move(waiting, std::back_inserter(again[flow]));
    }
    pending_ = std::move(again);
    accepted_.clear();
    self_ = {};
    end_floor();
    joined_anew_ = true;
}

bool Participant::may_publish() const { return publishing_ && !leaving_ && stage_ == Stage::inside && joined_once_; }

VirtualTime Participant::next_action() const {
    if (stage_ == Stage::away) return meeting_->link || is_host() ? try_at_ : VirtualTime::max();
    if (stage_ != Stage::inside || !joined_once_) return VirtualTime::max();
    auto next = std::min({tokens_.next_action(), floor_.next_action(), subscriptions_.next_action(),
                          cameras_.next_action(), pulls_.next_action(), flows_.next_action(), board_.next_action(),
                          files_.next_action(), capture_.next_action(), polls_.next_action()});
    if (!publishing_ || leaving_) return next;
    next = std::min({next, groups_.next_action(), chat_.next_action()});
    for (const auto& source : sources_)
        next = std::min(next, source.due);
    return next;
}

std::optional<node::Command> Participant::act(VirtualTime now) {
    if (stage_ == Stage::away && try_at_ <= now) {
        if (meeting_->link) {
            stage_ = Stage::inside;
            return node::JoinConference{*meeting_->link, options_.edge.value_or(meeting_->relay),
                                        fmt::format("endpoint at node {}", options_.node.value()),
                                        record_.standby(is_host() && meeting_->host_lost)};
        }
        if (!is_host()) return std::nullopt;
        stage_ = Stage::creating;
        return node::CreateConference{meeting_->relay,          meeting_->relay_name, meeting_->relay.port,
                                      "a simulated conference", scenario_->policy,    declarations_of(*scenario_)};
    }
    if (stage_ == Stage::inside && joined_once_) {
        if (auto command = tokens_.act(self_, now)) return command;
        if (auto command = floor_.act(now)) return command;
        if (auto command = subscriptions_.act(now)) return command;
        if (auto command = cameras_.act(now)) return command;
        if (auto command = pulls_.act(now)) return command;
        if (auto command = noted(flows_.act(now))) return command;
        if (auto command = noted(board_.act(now, may_publish()))) return command;
        if (auto command = noted(files_.act(now, may_publish()))) return command;
        if (auto command = noted(capture_.act(now))) return command;
        if (auto command = noted(polls_.act(now))) return command;
    }
    if (!may_publish()) return std::nullopt;
    if (auto command = noted(chat_.act(now))) return command;
    if (auto command = talk_in_group(now)) return command;
    for (auto& source : sources_) {
        while (source.due <= now) {
            if (auto command = publish(source, now)) return command;
        }
    }
    return std::nullopt;
}

std::optional<node::Command> Participant::publish(Source& source, VirtualTime now) {
    const auto flow = flow_of(*source.load);
    const bool two_sizes = flow && source.load->two_sizes;
    if (two_sizes && source.picture.empty()) source.picture = cameras_.take_picture(*flow);
    // The rest of a burst is due at once.
    const bool last = two_sizes ? source.picture.size() <= 1 : (source.count + 1) % source.load->burst == 0;
    if (!flow || last) {
        source.due += source.load->period;
        // What was due while the program could not publish is not made up for.
        if (source.due <= now) source.due = now + source.load->period;
    }
    if (!flow || (two_sizes && source.picture.empty())) return std::nullopt;
    const auto& spec = declared_.at(*flow);
    const bool small = two_sizes && source.picture.front().size() == base::PictureSize::small;
    const auto bytes_max = small ? source.load->bytes / small_share : spec.message_bytes_max;
    auto body = make_body(options_.node, *source.load, ++source.count, bytes_max);
    pending_[*flow].push_back({checksum_of(body), body.size()});
    const bool pictures = spec.kind == base::FlowKind::video || spec.kind == base::FlowKind::screen;
    const bool key = pictures && source.count % key_frame_period == 1;
    const bool talk = spec.kind == base::FlowKind::audio && scenario_->speakers > 0;
    auto flags = talk ? voice_.flags(now) : wire::MessageFlags::of(key, false, 0);
    if (two_sizes) {
        flags = source.picture.front();
        source.picture.pop_front();
    }
    return node::Publish{*flow, flags, std::move(body)};
}

std::optional<node::Command> Participant::talk_in_group(VirtualTime now) {
    auto message = groups_.act(now);
    if (!message) return std::nullopt;
    return noted(*std::move(message));
}

std::optional<node::Command> Participant::noted(std::optional<node::Command> command) {
    const auto* publish = command ? std::get_if<node::Publish>(&*command) : nullptr;
    if (publish != nullptr) pending_[publish->flow].push_back({checksum_of(publish->body), publish->body.size()});
    return command;
}

std::optional<base::FlowId> Participant::flow_of(const FlowLoad& load) const { return choose_flow(load, declared_); }

void Participant::start_sources(VirtualTime now) {
    for (auto& source : sources_) {
        // At a random point of the period, so that senders do not beat in time.
        source.due = now + base::Duration{random_.between(0, source.load->period.count())};
        source.picture.clear();
    }
}

void Participant::begin_cameras(VirtualTime now) {
    std::set<base::FlowId> cameras;
    std::set<base::FlowId> own;
    for (const auto& load : scenario_->flows)
        if (const auto flow = load.two_sizes ? flow_of(load) : std::nullopt) cameras.insert(*flow);
    for (const auto& source : sources_)
        if (const auto flow = source.load->two_sizes ? flow_of(*source.load) : std::nullopt) own.insert(*flow);
    cameras_.begin(cameras, own, now);
}

std::optional<Publication> Participant::handle(const node::Event& event, VirtualTime now) {
    record_.handle(event);
    floor_.handle(event);
    cameras_.handle(event);
    groups_.handle(event);
    flows_.handle(event);
    board_.handle(event, now);
    chat_.handle(event);
    files_.handle(event, now);
    capture_.handle(event, now);
    polls_.handle(event, now);
    if (const auto* created = std::get_if<node::ConferenceCreated>(&event)) {
        if (!meeting_->link) meeting_->link = created->link;
        stage_ = Stage::away;
        try_at_ = now;
    } else if (std::holds_alternative<node::Ended>(event)) {
        if (stage_ == Stage::away) return std::nullopt;
        stage_ = Stage::away;
        try_at_ = leaving_ ? VirtualTime::max() : now + retry_delay;
        forget();
    } else if (const auto* phase = std::get_if<node::PhaseChanged>(&event)) {
        if (phase->phase == node::Phase::connecting && stage_ == Stage::inside) begin_anew();
        if (phase->phase == node::Phase::joined && stage_ == Stage::inside && !joined_once_) {
            joined_once_ = true;
            record_.handle_joined(meeting_->host_lost);
            start_sources(now);
            begin_floor(is_host(), now);
        } else if (phase->phase == node::Phase::joined && std::exchange(joined_anew_, false)) {
            begin_floor(false, now);
        }
    } else if (const auto* joined = std::get_if<node::MemberJoined>(&event)) {
        if (joined->self) self_ = joined->member;
    } else if (const auto* declared = std::get_if<node::FlowDeclared>(&event)) {
        if (declared->owner.value() == 0) declared_[declared->flow] = declared->spec;
    } else if (const auto* message = std::get_if<node::MessageReceived>(&event)) {
        subscriptions_.handle(*message);
        pulls_.handle(*message);
    } else if (const auto* changed = std::get_if<node::TokenChanged>(&event)) {
        tokens_.handle(*changed);
    } else if (const auto* refused = std::get_if<node::CommandRefused>(&event)) {
        auto& waiting = pending_[refused->flow];
        if (refused->command == node::CommandKind::of<node::Publish>() && !waiting.empty()) waiting.pop_back();
    } else if (const auto* accepted = std::get_if<node::MessageAccepted>(&event)) {
        accept(accepted->flow, accepted->sequence);
    } else if (const auto* unheard = std::get_if<node::MessageRefused>(&event)) {
        accept(unheard->flow, unheard->sequence);
    } else if (const auto* published = std::get_if<node::MessagePublished>(&event)) {
        return number(*published);
    }
    return std::nullopt;
}

bool Participant::is_reliable(base::FlowId flow) const {
    const auto declared = declared_.find(flow);
    const auto* created = flows_.find(flow);
    return declared != declared_.end() ? declared->second.reliable() : created != nullptr && created->reliable();
}

void Participant::accept(base::FlowId flow, base::SequenceNumber sequence) {
    auto& last = accepted_[flow];
    if (sequence <= last) return;
    last = sequence;
    auto& waiting = unaccepted_[flow];
    if (!waiting.empty()) waiting.pop_front();
}

std::optional<Publication> Participant::number(const node::MessagePublished& published) {
    auto& waiting = pending_[published.flow];
    // What nobody asked for has no body that could be right; the checkers will tell.
    if (waiting.empty()) return Publication{published.flow, self_, published.sequence, 0, 0};
    const auto body = waiting.front();
    waiting.pop_front();
    if (is_reliable(published.flow)) unaccepted_[published.flow].push_back(body);
    return Publication{published.flow, self_, published.sequence, body.checksum, body.bytes};
}

} // namespace plenum::sim
