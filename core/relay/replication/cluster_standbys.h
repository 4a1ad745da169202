// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/cluster.h"
#include "core/relay/replication/replicas.h"
#include "core/relay/replication/replications.h"

#include <map>
#include <optional>
#include <vector>

namespace plenum::node {

/// Standbys in a cluster: each conference has another relay of the cluster for one, and the register says which of the
/// two goes on when they lose each other (docs/relays.md).
///
/// The register has one assignment for each conference. Each change names the revision that it replaces, so that of a
/// standby that takes over and a home that goes on alone one is refused. The standby stands there once it has all that
/// was told, and the home tells nothing that it has not acknowledged until the register no longer names it.
class ClusterStandbys {
  public:
    /// `self`: where others reach this relay; nullopt where there is no register.
    ClusterStandbys(std::optional<base::Address> self, Replications& replications, Outbox& outbox)
        : self_{self},
          replications_{replications},
          outbox_{outbox} {}

    [[nodiscard]] bool enabled() const { return self_.has_value(); }
    /// Those that may stand by.
    void set_peers(std::vector<base::Address> peers, base::LocalTime now);

    /// It is served here. `conference` outlives this, or is forgotten first. Without a register it is copied to the
    /// standby of the settings.
    void begin(RelayConference& conference, ConferenceRole role, base::LocalTime now);
    /// A new conference is to wait for its first copy. In a cluster there is no standby before the register names one.
    [[nodiscard]] bool holds_new() const { return !enabled() && replications_.holds_new(); }
    /// It is served here no longer, but perhaps elsewhere.
    void forget(const base::ConferenceHandle& conference) { all_.erase(conference); }
    /// It is over.
    void end(const base::ConferenceHandle& conference);
    /// Of what the register has, as far as is known; 0: nothing.
    [[nodiscard]] std::uint64_t revision(const base::ConferenceHandle& conference) const;

    /// The standby has all that was told, and waits for the register.
    void handle_caught_up(const base::ConferenceHandle& conference);
    void handle_silent(const base::ConferenceHandle& conference);
    /// The standby is silent, and the register names none.
    [[nodiscard]] bool may_go_on_alone(const base::ConferenceHandle& conference) const;
    /// Another is chosen.
    void go_on_alone(const base::ConferenceHandle& conference, base::LocalTime now);

    /// This relay has a copy, and hears nothing of the home.
    void take_over(const Replicas::Lost& lost);
    /// Whether members may bring it back here: the register names no other relay. Where that is not known the register
    /// is asked, and they try again.
    [[nodiscard]] bool may_be_restored(const base::ConferenceHandle& conference);

    enum class Outcome : std::uint8_t {
        nothing = 1,
        deposed = 2,    ///< another relay is its home
        alone = 3,      ///< `may_go_on_alone`, or it was replicated before a restart and is no longer
        takes_over = 4, ///< this relay is its home now
        refused = 5,    ///< it was to take over and may not: its copy may be old
    };
    [[nodiscard]] Outcome handle(const AnswerAssignment& answer, base::LocalTime now);

  private:
    struct Item {
        /// Null while it is not served here.
        RelayConference* served{nullptr};
        Assignment known;
        std::optional<AssignmentWanted> asked;
        bool takes_over{false};
        /// It was replicated when this relay ended, and the register has not said to whom.
        bool restarted{false};
        /// To whom it is copied now, and whether nothing is heard there.
        std::optional<base::Address> standby;
        bool silent{false};
        /// It has all that was told, and the register was not asked to name it yet.
        bool caught_up{false};
        /// The last that was chosen.
        std::optional<base::Address> chosen;
    };
    void ask(Item& item, const base::ConferenceHandle& conference, std::uint64_t expected,
             std::optional<base::Address> standby);
    void remove_standby(Item& item, const base::ConferenceHandle& conference);
    void choose(Item& item, base::LocalTime now);
    void copy_to(Item& item, const base::Address& standby, ConferenceRole role, base::LocalTime now);
    [[nodiscard]] Outcome handle_as_standby(Item& item, const AnswerAssignment& answer, const AssignmentWanted& asked);
    [[nodiscard]] Outcome handle_as_home(Item& item, const AssignmentWanted& asked, base::LocalTime now);

    std::optional<base::Address> self_;
    Replications& replications_;
    Outbox& outbox_;
    /// In order.
    std::vector<base::Address> peers_;
    std::map<base::ConferenceHandle, Item> all_;
    /// That members want to bring back: the number of what was asked, and the answer. Whoever has a link to this relay
    /// can name any, so few are remembered.
    static constexpr std::size_t restorable_max = 64;
    struct Restorable {
        std::uint64_t number{0};
        std::optional<Assignment> known;
    };
    std::map<base::ConferenceHandle, Restorable> restorable_;
    std::uint64_t number_{0};
};

} // namespace plenum::node
