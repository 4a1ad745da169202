// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/checkers/pulled_samples.h"

#include <fmt/format.h>

#include <algorithm>

namespace plenum::sim {
namespace {

using namespace std::chrono_literals;

/// Times on the wire are in µs.
constexpr base::Duration rounding_max = 2us;

std::string describe(Session session, const node::Pull& pull) {
    return fmt::format("{}: pull {} of flow {} of member {}", to_text(session), pull.request.value(), pull.flow.value(),
                       pull.sender.value());
}

bool meets(const tag::Pull& what, const node::SamplePulled& sample) {
    if (const auto* number = std::get_if<tag::PullNumber>(&what)) return sample.sequence == number->sequence;
    const auto* range = std::get_if<tag::PullRange>(&what);
    return range == nullptr || sample.sent_at <= range->to;
}

} // namespace

void PulledSamples::on_publication(Session, const Publication& publication, VirtualTime) {
    auto& stream = streams_[{publication.flow, publication.sender}];
    stream.resize(std::max<std::size_t>(stream.size(), publication.sequence.value()));
    stream[publication.sequence.value() - 1] = publication.checksum;
}

void PulledSamples::on_command(Session session, const node::Command& command, VirtualTime at) {
    const auto* pull = std::get_if<node::Pull>(&command);
    if (pull == nullptr) return;
    auto& stay = sessions_[session];
    stay.asked.insert_or_assign(pull->request, Asked{*pull, at, stay.newest[{pull->flow, pull->sender}], {}});
}

void PulledSamples::on_event(Session session, const node::Event& event, VirtualTime at) {
    const auto found = sessions_.find(session);
    if (const auto* message = std::get_if<node::MessageReceived>(&event)) {
        auto& newest = sessions_[session].newest[{message->flow, message->sender}];
        newest = std::max(newest, message->sequence);
    } else if (const auto* sample = std::get_if<node::SamplePulled>(&event)) {
        auto& asked = sessions_[session].asked;
        const auto answered = asked.find(sample->request);
        if (answered == asked.end()) return fail(fmt::format("{}: a sample that nobody asked for", to_text(session)));
        judge(session, answered->second, *sample, at);
        if (sample->last) asked.erase(answered);
    } else if (const auto* failed = std::get_if<node::PullFailed>(&event)) {
        if (sessions_[session].asked.erase(failed->request) == 0)
            fail(fmt::format("{}: a pull fails that nobody asked for", to_text(session)));
        if (failed->error == tag::PullError::bad_answer)
            fail(fmt::format("{}: a wrong answer to pull {}", to_text(session), failed->request.value()));
    } else if (found == sessions_.end()) {
        return;
    } else if (const auto* refused = std::get_if<node::CommandRefused>(&event)) {
        // The one that was asked last.
        const bool of_pull = refused->command == node::CommandKind::of<node::Pull>();
        if (of_pull && !found->second.asked.empty()) found->second.asked.erase(std::prev(found->second.asked.end()));
    } else if (const auto* phase = std::get_if<node::PhaseChanged>(&event)) {
        // Anew a member.
        if (phase->phase == node::Phase::connecting) sessions_.erase(found);
    } else if (std::holds_alternative<node::LinkHealth>(event)) {
        judge_time(session, found->second, at);
    }
}

void PulledSamples::judge(Session session, Asked& asked, const node::SamplePulled& sample, VirtualTime at) {
    const auto wrong = [&](std::string_view mistake) {
        fail(fmt::format("{}: sample {} {}", describe(session, asked.pull), sample.sequence.value(), mistake));
    };
    const auto& stream = streams_[{sample.flow, sample.sender}];
    const auto number = sample.sequence.value();
    if (sample.flow != asked.pull.flow || sample.sender != asked.pull.sender) return wrong("is another's");
    if (!meets(asked.pull.what, sample)) return wrong("was not asked for");
    if (number == 0 || number > stream.size()) return wrong("was never published");
    if (sample.readable && stream[number - 1] != checksum_of(sample.body)) return wrong("has another body");
    if (sample.sequence <= std::exchange(asked.before, sample.sequence)) return wrong("comes after a later one");
    judge_age(session, asked, sample, at);
}

void PulledSamples::judge_age(Session session, const Asked& asked, const node::SamplePulled& sample, VirtualTime at) {
    const auto* latest = std::get_if<tag::PullLatest>(&asked.pull.what);
    if (latest != nullptr && latest->before == 0 && sample.sequence < asked.newest)
        fail(fmt::format("{}: sample {} is said to be the newest, {} was received before",
                         describe(session, asked.pull), sample.sequence.value(), asked.newest.value()));
    if (!sample.age_max || at < clocks_->broken_at(session.node) + ClocksInRun::settling_max) return;
    const auto age = clocks_->conference(at) - sample.sent_at;
    if (age > *sample.age_max + rounding_max)
        fail(fmt::format("{}: sample {} is {} us old, bound {} us", describe(session, asked.pull),
                         sample.sequence.value(), base::to_us(age), base::to_us(*sample.age_max)));
}

void PulledSamples::judge_time(Session session, const Stay& stay, VirtualTime at) {
    for (const auto& [request, asked] : stay.asked) {
        if (at - std::max(asked.at, clocks_->went_on_at(session.node)) > answered_within)
            fail(fmt::format("{} was not answered in {} s", describe(session, asked.pull),
                             std::chrono::duration_cast<std::chrono::seconds>(answered_within).count()));
    }
}

} // namespace plenum::sim
