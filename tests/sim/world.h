// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/checkers/invariants.h"
#include "tests/sim/machine.h"
#include "tests/sim/net.h"
#include "tests/sim/register.h"
#include "tests/sim/relay_store.h"
#include "tests/sim/result.h"
#include "tests/sim/scenario.h"
#include "tests/sim/timeline.h"
#include "tests/sim/trace.h"

#include <map>

namespace plenum::sim {

/// A conference's whole surroundings in virtual time. Everything that happens follows from scenario, seed and the
/// nodes' own code.
///
/// First the scenario runs for its duration: faults strike and people publish, and no invariant may break. Then every
/// fault ends (cuts heal, clogs open, paused machines go on, disks are well), relays that are down are started, nobody
/// publishes any more, and within `liveness_time_max` nothing may be left unmet; links and clocks stay as bad as the
/// scenario has them.
class World {
  public:
    struct Makers {
        NodeFactory nodes;
        /// Of relays; needed where the scenario wants another store than the model.
        StoreFactory stores;
    };
    World(const Scenario& scenario, std::uint64_t seed, Makers makers, TraceWriter& trace);

    [[nodiscard]] Result run();

  private:
    // Life of the machines.
    void prepare(base::Random& random);
    void start(Machine& machine);
    [[nodiscard]] std::vector<node::RelayPlace> peers_of(NodeIndex relay) const;
    enum class Death : std::uint8_t { program = 1, power = 2 };
    void give_back(Machine& machine, node::ConferenceStored stored);
    void take_late(Machine& machine, node::ConferenceStored stored);
    void crash(Machine& machine, Death death = Death::program);
    void restart(Machine& machine);
    void pause(Machine& machine, bool clock_stops);
    void resume(Machine& machine);
    void go_on(Machine& machine);
    void wake_anew(Machine& machine);
    void strike(const Fault& fault);
    void strike(Machine& machine, const Fault& fault);
    void strike_network(const Fault& fault);
    void strike_disk(Machine& machine, FaultKind kind);
    void stand_in(Machine& reserve);
    void begin_to_leave(Machine& of);
    void leave_call(Machine& of);
    void close_host(Machine& host);
    void host_again(Machine& host);
    void usurp(Machine& by);
    void note_succession(const Machine& from, const node::Event& event);
    [[nodiscard]] bool keeps_back(const Machine& from, base::ByteView datagram) const;
    void move_home(NodeIndex to);
    void free_sends(Machine& machine);
    void begin_session(Machine& machine);
    void end_session(Machine& machine);
    void choose_host();
    void end_of_scenario();

    // What nodes are told and say.
    /// Whether the program kept its contract; nullopt if it had no memory for it.
    [[nodiscard]] std::optional<bool> handle(Machine& at, const node::Input& input);
    void feed(Machine& machine, const node::Input& input);
    bool feed_arrived(Machine& at);
    /// What a participant asks for; false where the node broke its contract.
    [[nodiscard]] bool tell(Machine& machine, const node::Input& input);
    void drain(Machine& machine);
    void keep(Machine& machine, runtime::StoreItem item);
    void schedule_commit(Machine& machine);
    void commit(Machine& machine);
    [[nodiscard]] RelayStore::Committed write(Machine& machine, const std::vector<runtime::StoreItem>& items);
    void answer_kept(Machine& machine);
    [[nodiscard]] RelayStore::Loaded start_store(Machine& machine);
    [[nodiscard]] std::vector<node::ConferenceStored> load(Machine& machine);
    [[nodiscard]] std::vector<node::ConferenceStored> load_all(Machine& machine);
    /// Of what it wrote before it ended, `promised` entries may have been heard of.
    void note_untold(const Machine& at, std::size_t promised);
    struct Start {
        /// A notice spoke of what is missing; something could not be read.
        bool told{false};
        bool unread{false};
    };
    void judge(Machine& machine, const std::vector<node::ConferenceStored>& loaded, Start start);
    void judge(Machine& machine, const base::ConferenceHandle& handle, const node::ConferenceStored* found, bool told);
    void note_gone(Machine& machine, const base::ConferenceHandle& gone);
    void note(Machine& machine, const std::vector<std::string>& notices);
    void tell_early(Machine& machine, const std::vector<runtime::StoreItem>& items);
    void count_death(const Machine& machine, Death death);
    void strike_bad_disk(Machine& machine, FaultKind kind);
    void go_on_writing(Machine& machine);
    void note_waiting(Machine& machine, const runtime::StoreItem& item);
    void note_answered(Machine& machine, const node::ConferenceKept& kept);
    void stall(Machine& machine);
    void act(Machine& machine);
    void connect(Machine& machine);
    void take(Machine& machine, node::Transmit& output);
    void take(Machine& machine, const node::Event& output);
    void take(Machine& machine, const node::StoreConference& output);
    void take(Machine& machine, const node::StoreEntry& output);
    void take(Machine& machine, const node::StoreMessage& output) { keep(machine, output); }
    void take(Machine& machine, const node::StoreCheckpoint& output) { keep(machine, output); }
    void take(Machine& machine, const node::StoreRole& output) { keep(machine, output); }
    void take(Machine& machine, const node::ForgetMessages& output);
    void take(Machine& machine, const node::ForgetConference& output) { keep(machine, output); }
    void take(Machine& machine, const base::TraceEvent& output);
    void yield_home(Machine& from);
    void hold_or_drop(const Machine& from, const base::TraceEvent& output);
    void write_down(NodeIndex node, const base::TraceEvent& event);
    void decide(const base::ConferenceHandle& conference);
    void take(Machine& machine, const node::Wake& output);

    // Of a cluster.
    void take_register(Machine& from, const node::Event& output);
    void handle_asked(std::uint64_t number);
    void handle_answered(std::uint64_t number);
    void tell_peers();
    [[nodiscard]] bool lost_with_home() const;

    // Time.
    bool step();
    void arrive(Parcel parcel);
    void carry_out(const Task& task);
    void wake(Machine& machine);
    void schedule_act(Machine& machine);
    void sample();
    void look_for_convergence();
    [[nodiscard]] std::optional<std::string> unmet() const;
    [[nodiscard]] bool nobody_has_log() const;
    [[nodiscard]] bool some_lost_relay() const;
    /// Though the standby is to have one.
    [[nodiscard]] bool nobody_has_copy() const {
        return scenario_.standby && scenario_.replicate && (!conference_ || !copied_.contains(*conference_));
    }

    [[nodiscard]] Machine& machine(NodeIndex node) { return machines_[node.value()]; }
    void break_contract(const Machine& machine, std::string_view what);

    Scenario scenario_;
    Makers makers_;
    TraceWriter* trace_;
    ClocksInRun clocks_;
    Network network_;
    Invariants invariants_;
    Meeting meeting_;
    bool link_is_out_{false};
    /// The conference in which people meet: the first that anyone joins. A host that dies before it could give the link
    /// away leaves another one behind, of which nobody will hear and the trace says nothing.
    std::optional<base::ConferenceHandle> conference_;
    /// The relay that serves it.
    NodeIndex home_{0};
    std::map<base::ConferenceHandle, std::pair<Session, base::TraceEvent>> undecided_;
    std::vector<Machine> machines_;
    Timeline timeline_;
    Register register_;
    VirtualTime now_{};
    /// Conferences of which a standby had a copy.
    std::set<base::ConferenceHandle> copied_;
    /// It went on elsewhere before there was one.
    bool went_on_without_copy_{false};
    bool converging_{false};
    bool finished_{false};
    /// A disk lost what the relay had promised, and said so: the conference cannot become whole again.
    bool log_lost_{false};
    VirtualTime log_lost_at_{};
    /// What members' programs and whoever has the host's keys know of it.
    struct Succession {
        node::ConferenceStored host_log;
        /// One was in step.
        bool standby{false};
        bool taken_over{false};
        bool closed{false};
        /// Somebody has left, whose program may have been the relay; or the host has closed.
        bool may_close{false};
        std::set<NodeIndex> told_closed;
    };
    Succession succession_;
    Result result_;
};

/// Bound of the phase in which all must become well. The longest wait of the protocol in it is for a dead member to be
/// given up.
inline constexpr base::Duration liveness_time_max = base::Duration{std::chrono::seconds{120}};
/// How long a world goes on whose log is lost: long enough for everyone to notice.
inline constexpr base::Duration aftermath = base::Duration{std::chrono::seconds{20}};
/// Between two endpoints that turn up.
inline constexpr base::Duration arrival_period = base::Duration{std::chrono::milliseconds{50}};
inline constexpr base::Duration sample_period = base::Duration{std::chrono::milliseconds{100}};
inline constexpr std::uint32_t half = 500'000;
/// The longest that a disk takes to make something durable.
inline constexpr base::Duration sync_time_max = base::Duration{std::chrono::milliseconds{30}};
/// Of one that is slow.
inline constexpr base::Duration slow_sync_time_max = base::Duration{std::chrono::milliseconds{1500}};
/// Outputs of one `handle` before the world believes that they never end.
inline constexpr std::size_t outputs_max = 1'000'000;
/// Wake-ups at one instant before the world believes that the node spins.
inline constexpr std::uint32_t wakes_in_place_max = 1000;

} // namespace plenum::sim
