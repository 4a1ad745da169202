// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/link/rate_buckets.h"
#include "core/relay/relay_dial.h"

#include <map>
#include <memory>
#include <set>
#include <vector>

namespace plenum::node {

/// Finds the relay that serves a conference, by asking the relays that the settings name (docs/relays.md). Soft state:
/// what was found is asked for again once nobody uses it, or once it proved wrong.
class ConferenceLocator {
  public:
    struct Options {
        /// Where the other relays are.
        std::vector<base::Address> relays;
        RelayDial dial;
        /// Drawn for this run of the relay.
        std::uint64_t run{0};
    };
    struct Place {
        base::Address relay;
        crypto::SecretKey access;
        /// Runs of the relays from there to the conference's home.
        std::vector<std::uint64_t> path;
    };

    ConferenceLocator(Options options, crypto::SeededRandom random);

    [[nodiscard]] bool enabled() const { return !options_.relays.empty(); }
    void set_relays(std::vector<base::Address> relays);
    [[nodiscard]] std::uint64_t run() const { return options_.run; }
    /// Null where it is not known.
    [[nodiscard]] const Place* find(const base::ConferenceHandle& door) const;
    /// A stranger named it. The others are asked, and they may ask others; whoever wants to know tries again.
    void want(const base::ConferenceHandle& door, const base::Address& from, base::LocalTime now);
    /// Another relay asked for it. The others are asked, and ask nobody.
    void want_for_relay(const base::ConferenceHandle& door) {
        if (may_want(door)) wanted_.push_back({door, false});
    }
    /// It is not there any more.
    void forget(const base::ConferenceHandle& door) { places_.erase(door); }
    /// How another relay is dialled for something at that door.
    [[nodiscard]] Connection::Options connection_options(const base::Address& relay,
                                                         const base::ConferenceHandle& door) const;
    /// That all relays of the operator show.
    [[nodiscard]] const base::IdentityKey& identity() const { return options_.dial.keys->identity.public_key; }

    void handle_response(base::SessionIndex receiver, base::ByteView datagram, base::LocalTime now);
    [[nodiscard]] bool takes(base::SessionIndex index) const;
    /// Nullopt if no session of this one takes it.
    [[nodiscard]] std::optional<link::DatagramResult> handle_sealed(const wire::SealedHeader& header,
                                                                    base::ByteView datagram, base::LocalTime now);
    void handle_wakeup(base::LocalTime now);
    void flush(Outbox& outbox, base::LocalTime now);
    [[nodiscard]] base::LocalTime next_wakeup() const;

  private:
    struct Question {
        base::ConferenceHandle door;
        base::Address relay;
        bool onward;
        Connection connection;
    };
    /// It is not known, and there is room for one more question.
    [[nodiscard]] bool may_want(const base::ConferenceHandle& door) const;
    void ask(const base::ConferenceHandle& door, bool onward, base::LocalTime now);
    void handle(Question& question, const Connection::Event& event, Outbox& outbox, base::LocalTime now);
    /// The operator is told where that is news.
    void note(const base::Address& relay, bool answers, Outbox& outbox);
    void handle(Question& question, const wire::Located& located);

    Options options_;
    crypto::SeededRandom random_;
    std::map<base::ConferenceHandle, Place> places_;
    /// To be asked for, in that order.
    struct Wanted {
        base::ConferenceHandle door;
        bool onward;
    };
    std::vector<Wanted> wanted_;
    /// Of strangers, by their networks.
    link::RateBuckets strangers_;
    /// Asked for, and until when it is not asked for again.
    std::map<base::ConferenceHandle, base::LocalTime> asked_;
    std::vector<std::unique_ptr<Question>> questions_;
    /// Of `Options::relays`, those that gave no answer when they were last asked.
    std::set<base::Address> silent_;
};

} // namespace plenum::node
