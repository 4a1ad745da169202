// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/checkers/invariants.h"

#include "tests/sim/checkers/all_joined.h"
#include "tests/sim/checkers/authentic.h"
#include "tests/sim/checkers/board_rights.h"
#include "tests/sim/checkers/boards_equal.h"
#include "tests/sim/checkers/causal_delivery.h"
#include "tests/sim/checkers/chats_equal.h"
#include "tests/sim/checkers/checkpoints_come.h"
#include "tests/sim/checkers/clock_bound.h"
#include "tests/sim/checkers/created_flows.h"
#include "tests/sim/checkers/delivered_once.h"
#include "tests/sim/checkers/fair_turns.h"
#include "tests/sim/checkers/files_arrive.h"
#include "tests/sim/checkers/floor_moves.h"
#include "tests/sim/checkers/granted_stands.h"
#include "tests/sim/checkers/group_names.h"
#include "tests/sim/checkers/group_talk.h"
#include "tests/sim/checkers/hand_over.h"
#include "tests/sim/checkers/honest_world.h"
#include "tests/sim/checkers/instants_together.h"
#include "tests/sim/checkers/key_frames_come.h"
#include "tests/sim/checkers/lifetime.h"
#include "tests/sim/checkers/log_agreement.h"
#include "tests/sim/checkers/mute_heard.h"
#include "tests/sim/checkers/node_contract.h"
#include "tests/sim/checkers/one_holder.h"
#include "tests/sim/checkers/picture_sizes.h"
#include "tests/sim/checkers/polls_counted.h"
#include "tests/sim/checkers/private_files.h"
#include "tests/sim/checkers/pulled_samples.h"
#include "tests/sim/checkers/queues_bounded.h"
#include "tests/sim/checkers/recording_told.h"
#include "tests/sim/checkers/reliable_exact.h"
#include "tests/sim/checkers/said_once.h"
#include "tests/sim/checkers/saved_comes_back.h"
#include "tests/sim/checkers/speaking_limit.h"
#include "tests/sim/checkers/style_promise.h"
#include "tests/sim/checkers/subscribed_rate.h"
#include "tests/sim/checkers/voices_at_once.h"
#include "tests/sim/checkers/wished_holder.h"

namespace plenum::sim {

Invariants::Invariants(const Options& options, const ClocksInRun& clocks) {
    checkers_.push_back(std::make_unique<LogAgreement>(log_size_));
    checkers_.push_back(std::make_unique<CheckpointsCome>(options.checkpoint_entries));
    checkers_.push_back(std::make_unique<AllJoined>(options.relays));
    checkers_.push_back(std::make_unique<ReliableExact>());
    checkers_.push_back(std::make_unique<SaidOnce>());
    checkers_.push_back(std::make_unique<DeliveredOnce>());
    checkers_.push_back(std::make_unique<Authentic>());
    checkers_.push_back(
        std::make_unique<Lifetime>(clocks, options.delay_max, options.reading_delay_max > options.delay_max));
    checkers_.push_back(std::make_unique<ClockBound>(clocks));
    checkers_.push_back(std::make_unique<QueuesBounded>());
    checkers_.push_back(std::make_unique<HonestWorld>(options.floor_drawn, options.excess));
    checkers_.push_back(std::make_unique<SavedComesBack>());
    checkers_.push_back(std::make_unique<ToldStays>(options.relays, told_));
    checkers_.push_back(std::make_unique<MuteHeard>());
    checkers_.push_back(std::make_unique<RecordingTold>());
    checkers_.push_back(std::make_unique<SubscribedRate>());
    checkers_.push_back(std::make_unique<PictureSizes>(options.scarce));
    checkers_.push_back(std::make_unique<KeyFramesCome>());
    checkers_.push_back(std::make_unique<PulledSamples>(clocks));
    checkers_.push_back(std::make_unique<VoicesAtOnce>(options.speakers));
    checkers_.push_back(std::make_unique<CreatedFlows>());
    checkers_.push_back(std::make_unique<BoardsEqual>());
    checkers_.push_back(std::make_unique<BoardRights>());
    checkers_.push_back(std::make_unique<ChatsEqual>());
    checkers_.push_back(std::make_unique<FilesArrive>());
    checkers_.push_back(std::make_unique<PrivateFiles>());
    checkers_.push_back(std::make_unique<InstantsTogether>(options.capture_skew_max));
    checkers_.push_back(std::make_unique<PollsCounted>());
    checkers_.push_back(std::make_unique<OneHolder>());
    checkers_.push_back(std::make_unique<FloorMoves>());
    checkers_.push_back(std::make_unique<GroupTalk>(floor_));
    checkers_.push_back(std::make_unique<GroupNames>());
    if constexpr (hand_over_is_judged) checkers_.push_back(std::make_unique<HandOver>(floor_));
    if constexpr (floor_promises_are_judged) {
        checkers_.push_back(std::make_unique<WishedHolder>(floor_));
        checkers_.push_back(std::make_unique<SpeakingLimit>(floor_));
        checkers_.push_back(std::make_unique<FairTurns>(floor_));
        checkers_.push_back(std::make_unique<GrantedStands>(floor_));
        for (const auto& promise : style_promises())
            checkers_.push_back(std::make_unique<StylePromise>(promise, floor_));
    }
    checkers_.push_back(std::make_unique<CausalDelivery>(clocks));
    checkers_.push_back(std::make_unique<NodeContract>());
}

void Invariants::on_begin(Session session, VirtualTime at) {
    floor_.on_begin(session, at);
    for (auto& checker : checkers_)
        checker->on_begin(session, at);
}

void Invariants::on_end(Session session, VirtualTime at) {
    floor_.on_end(session, at);
    for (auto& checker : checkers_)
        checker->on_end(session, at);
}

void Invariants::on_publication(Session session, const Publication& publication, VirtualTime at) {
    for (auto& checker : checkers_)
        checker->on_publication(session, publication, at);
}

void Invariants::on_event(Session session, const node::Event& event, VirtualTime at) {
    for (auto& checker : checkers_)
        checker->on_event(session, event, at);
}

void Invariants::on_trace(Session session, const base::TraceEvent& event, VirtualTime at) {
    for (auto& checker : checkers_)
        checker->on_trace(session, event, at);
}

void Invariants::on_command(Session session, const node::Command& command, VirtualTime at) {
    for (auto& checker : checkers_)
        checker->on_command(session, command, at);
}

void Invariants::on_entry(Session relay, const node::StoreEntry& entry, VirtualTime at) {
    const auto steps = floor_.handle(relay, entry, at);
    for (auto& checker : checkers_) {
        for (const auto& step : steps)
            checker->on_floor(step, at);
        checker->on_entry(at);
    }
}

void Invariants::on_log_cut(base::LogPosition size, VirtualTime at) {
    floor_.cut(size);
    for (auto& checker : checkers_)
        checker->on_entry(at);
}

void Invariants::on_load(Session session, const node::NodeLoad& load) {
    for (auto& checker : checkers_)
        checker->on_load(session, load);
}

void Invariants::on_restored(Session session, const Restored& restored) {
    for (auto& checker : checkers_)
        checker->on_restored(session, restored);
}

void Invariants::on_forgotten(base::FlowId flow, base::MemberIndex sender, base::SequenceNumber first) {
    for (auto& checker : checkers_)
        checker->on_forgotten(flow, sender, first);
}

void Invariants::on_log_lost() {
    // Those that broke before stay, so that the break is told.
    std::erase_if(checkers_, [](const auto& checker) { return checker->stands_on_log() && !checker->broken(); });
}

void Invariants::on_contract_broken(Session session, std::string_view what) {
    for (auto& checker : checkers_)
        checker->on_contract_broken(session, what);
}

std::optional<std::string> Invariants::broken() const {
    for (const auto& checker : checkers_) {
        if (checker->broken()) return std::string{checker->name()} + ": " + *checker->broken();
    }
    return std::nullopt;
}

std::optional<std::string> Invariants::unmet() const {
    for (const auto& checker : checkers_) {
        if (auto missing = checker->unmet()) return std::string{checker->name()} + ": " + *missing;
    }
    return std::nullopt;
}

} // namespace plenum::sim
