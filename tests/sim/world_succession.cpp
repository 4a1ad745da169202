// SPDX-License-Identifier: Apache-2.0
#include "core/node/pipeline.h"
#include "plugins/floor/floor_styles.h"
#include "tests/sim/world.h"

/// What befalls hosted calls, for which members' programs stand by.
namespace plenum::sim {
namespace {

/// As core/client gives a session to leave.
constexpr base::Duration leaving_time = std::chrono::seconds{2};
/// From the last word to leaving.
constexpr base::Duration last_word = std::chrono::seconds{2};
/// A sealed datagram of acknowledgements and a ping alone is no larger.
constexpr std::size_t idle_bytes_max = 80;

} // namespace

bool World::keeps_back(const Machine& from, base::ByteView datagram) const {
    // A relay that passes nothing on is another matter.
    if (!from.withholds || from.serves || !from.participant) return false;
    const auto way = node::route(datagram);
    return way && way->type == wire::DatagramType::sealed && datagram.size() > idle_bytes_max;
}

void World::begin_to_leave(Machine& of) {
    if (!of.runs() || !of.participant || !of.in_session) return;
    succession_.may_close = true;
    of.participant->leave();
    timeline_.set(now_ + last_word, {Task::Kind::leave, of.index, of.starts});
}

void World::leave_call(Machine& of) {
    if (!of.runs() || !of.in_session) return;
    if (!tell(of, node::Command{node::LeaveConference{}})) return;
    // As core/client does where this program's relay has a conference.
    if (of.serves && of.up()) std::ignore = tell(of, node::Command{node::CloseRelay{node::RelayClosing::handing_over}});
    timeline_.set(now_ + leaving_time, {Task::Kind::part, of.index, of.starts});
}

void World::close_host(Machine& host) {
    if (!host.runs() || host.participant) return;
    succession_.closed = succession_.may_close = true;
    feed(host, node::Command{node::CloseRelay{node::RelayClosing::for_good}});
    timeline_.set(now_ + leaving_time, {Task::Kind::part, host.index, host.starts});
}

/// The record of the call says whether another program may have taken over.
void World::host_again(Machine& host) {
    if (host.up() || host.participant || succession_.closed) return;
    if (scenario_.host_member) start(machine(host_member));
    if (succession_.standby) return;
    host.out_of_use = false;
    host.serves = false;
    start(host);
}

void World::usurp(Machine& by) {
    if (!by.up() || !by.participant || succession_.host_log.entries.empty()) return;
    crash(by);
    node::NodeOptions options;
    options.aes = false;
    options.seed = draw_seed(by.seeds);
    options.relay = node::RelayOptions{machines_.front().identity, {}, {}, false, {}, floor::floor_styles()};
    options.relay->standby = {{"host.simulated", address_of(NodeIndex{0}, relay_port)}};
    by.port = relay_port;
    by.usurps = true;
    by.program = makers_.nodes(options);
    network_.restart(by.index);
    feed(by, succession_.host_log);
    if (by.up()) feed(by, node::WakeUp{});
}

void World::note_succession(const Machine& from, const node::Event& event) {
    if (!scenario_.succession) return;
    const auto* ended = std::get_if<node::Ended>(&event);
    if (ended != nullptr && succession_.closed && ended->reason == node::EndReason::relay_closed)
        succession_.told_closed.insert(from.index);
    const auto* incident = std::get_if<node::RelayIncident>(&event);
    if (incident == nullptr) return;
    using Kind = node::RelayIncident::Kind;
    // From here on another may take over. That none does any more the host knows before members hear of it.
    succession_.standby = succession_.standby || incident->kind == Kind::standby_synced;
    const bool deposed = incident->kind == Kind::conference_deposed;
    if (deposed && !succession_.taken_over) break_contract(from, "yields a conference that nobody has taken over");
    const bool taken = incident->kind == Kind::conference_taken_over;
    succession_.taken_over = succession_.taken_over || taken;
    if (taken && 2 * succession_.told_closed.size() > scenario_.endpoints)
        break_contract(from, "takes over a call that has ended for most");
}

} // namespace plenum::sim
