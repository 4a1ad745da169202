// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/clock.h"
#include "core/runtime/net/resolver.h"
#include "core/runtime/net/socket_address.h"
#include "tests/bench/bare_udp.h"
#include "tests/bench/node_end.h"
#include "tests/bench/process.h"
#include "tests/bench/relay_process.h"
#include "tests/bench/rows/rows.h"

/// What is decided by entries of the log, each signed by its author and by the relay, checked by all.
/// A token handed on and back: a holder's `ActOnToken` to the event by which it holds it again, which the other handed
/// back at once. Two transfers over four hops, as many as a bare round trip through a relay has.
/// A conversation opened: `OpenGroup`, to the event that it is there. One entry with three flows, over two hops.
namespace plenum::bench {

namespace {

constexpr base::TokenId token_id{1};
/// A session may have 100 operations put into the log at once (`RequestRate`); the first few warm caches.
constexpr std::size_t exchanges = 80;
constexpr std::size_t exchanges_first = 8;
/// Each is an operation, and so is its closing.
constexpr std::size_t openings = 38;

bool holds(const node::TokenChanged& changed, base::MemberIndex member) {
    return changed.token->find_holder(member) != nullptr;
}

/// Takes the samples of one run; made the conference, so that it may declare a token.
class Holder {
  public:
    Holder(NodeEnd& end, const Teller& teller) : end_{end}, teller_{teller} { samples_.reserve(exchanges); }

    void begin() {
        end_.act(token::DeclareToken{token_id, "voice", {end_.flow(base::FlowKind::audio)}, {}});
        end_.act(token::GrantToken{token_id, end_.self()});
    }
    void handle(const node::TokenChanged& changed) {
        if (!holds(changed, end_.self())) return;
        const base::Duration taken = runtime::now() - handed_at_;
        if (handed_at_ != base::LocalTime{} && ++count_ > exchanges_first)
            samples_.push_back(static_cast<double>(taken.count()) / 1000);
        if (samples_.size() == exchanges) {
            teller_.samples(samples_);
            return end_.stop();
        }
        handed_at_ = runtime::now();
        end_.act(token::TransferToken{token_id, end_.self(), end_.other()});
    }

  private:
    NodeEnd& end_;
    const Teller& teller_;
    base::LocalTime handed_at_{};
    std::size_t count_{0};
    Samples samples_;
};

void hand_on(const Teller& teller, const base::Address& relay) {
    NodeEnd end{NodeEnd::Role::member};
    Holder holder{end, teller};
    end.on_link = [&](const std::string& link) { teller.line(link); };
    end.on_ready = [&] { holder.begin(); };
    end.on_token = [&](const node::TokenChanged& changed) { holder.handle(changed); };
    end.on_failure = [&](const std::string&) { end.stop(); };
    end.create(relay);
    end.run();
}

void hand_back(const std::string& link) {
    const auto parsed = node::parse_link(link);
    if (!parsed) return;
    NodeEnd end{NodeEnd::Role::member};
    end.on_token = [&](const node::TokenChanged& changed) {
        if (holds(changed, end.self())) end.act(token::TransferToken{token_id, end.self(), end.other()});
    };
    end.on_failure = [&](const std::string&) { end.stop(); };
    end.join(*parsed);
    end.run();
}

Run measure(const base::Address& relay) {
    auto near = Process::fork(core_first, [&](const Teller& teller) { hand_on(teller, relay); });
    const auto link = near.line();
    if (!link) return std::unexpected("the near node made no conference");
    auto far = Process::fork(core_first, [&](const Teller&) { hand_back(*link); });
    auto samples = near.samples();
    if (samples.empty()) return std::unexpected("the token did not come back");
    return samples;
}

/// Opens and closes; a conference has room for few at once.
class Opener {
  public:
    Opener(NodeEnd& end, const Teller& teller) : end_{end}, teller_{teller} { samples_.reserve(exchanges); }

    void open() {
        opened_at_ = runtime::now();
        end_.open_group();
    }
    void handle(const node::ConversationChanged& changed) {
        if (changed.conversation == log::plenary) return;
        if (!changed.open) return samples_.size() < openings ? open() : end_.stop();
        const base::Duration taken = runtime::now() - opened_at_;
        if (++count_ > exchanges_first) samples_.push_back(static_cast<double>(taken.count()) / 1000);
        if (samples_.size() == openings) teller_.samples(samples_);
        end_.close_group(changed.conversation);
    }

  private:
    NodeEnd& end_;
    const Teller& teller_;
    base::LocalTime opened_at_{};
    std::size_t count_{0};
    Samples samples_;
};

void open_groups(const Teller& teller, const base::Address& relay) {
    NodeEnd end{NodeEnd::Role::member};
    Opener opener{end, teller};
    end.members = 1;
    end.on_ready = [&] { opener.open(); };
    end.on_conversation = [&](const node::ConversationChanged& changed) { opener.handle(changed); };
    end.on_failure = [&](const std::string&) { end.stop(); };
    end.create(relay);
    end.run();
}

Run measure_opening(const base::Address& relay) {
    auto near = Process::fork(core_first, [&](const Teller& teller) { open_groups(teller, relay); });
    auto samples = near.samples();
    if (samples.empty()) return std::unexpected("no conversation was opened");
    return samples;
}

/// Keeps nothing, so tells an entry at once.
Run through_memory(Run (*measure)(const base::Address&)) {
    auto relay = Process::fork(core_first, [](const Teller& teller) {
        NodeEnd end{NodeEnd::Role::host};
        teller.line(runtime::to_text(end.socket().local()));
        end.run();
    });
    const auto told = relay.line();
    const auto where = runtime::parse_host_port(told.value_or(""));
    const auto address = where ? runtime::parse_address(where->host, where->port) : std::nullopt;
    if (!address) return std::unexpected("the relay does not tell where it listens");
    return measure(*address);
}

/// Tells an entry once it is on the disk.
Run through_store() {
    auto relay = RelayProcess::start(core_first);
    if (!relay) return std::unexpected(relay.error());
    return measure(relay->address());
}

std::vector<Row> transfer(const ContestOptions& options) {
    return hold({.name = "token-transfers",
                 .unit = "us",
                 .contestants = {{"plenum", [] { return through_memory(measure); }},
                                 {"bare UDP relay", [] { return bare_round_trip_relayed(); }, "<= 1.5"}},
                 .gauged = true},
                options);
}

std::vector<Row> set_up(const ContestOptions& options) {
    return hold({.name = "conversation-set-up",
                 .unit = "us",
                 .contestants = {{"plenum", [] { return through_memory(measure_opening); }},
                                 {"bare UDP", [] { return bare_round_trip(); }, "<= 2"}},
                 .gauged = true},
                options);
}

std::vector<Row> transfer_stored(const ContestOptions& options) {
    return hold(
        {.name = "token-transfers-stored",
         .unit = "us",
         .contestants = {{"plenum", through_store}, {"bare UDP relay", [] { return bare_round_trip_relayed(); }}},
         .gauged = true},
        options);
}

} // namespace

std::vector<Measure> token_measures() {
    return {
        {"token-transfers", transfer}, {"token-transfers-stored", transfer_stored}, {"conversation-set-up", set_up}};
}

} // namespace plenum::bench
