// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/checkers/authentic.h"

#include <fmt/format.h>

namespace plenum::sim {

void Authentic::on_publication(Session session, const Publication& publication, VirtualTime) {
    auto& stream = streams_[{publication.flow, publication.sender}];
    if (publication.sequence.value() != stream.size() + 1) {
        fail(fmt::format("{}: flow {}: number {} given after {}", to_text(session), publication.flow.value(),
                         publication.sequence.value(), stream.size()));
    }
    stream.push_back(publication.checksum);
}

void Authentic::on_event(Session session, const node::Event& event, VirtualTime) {
    const auto* message = std::get_if<node::MessageReceived>(&event);
    if (message == nullptr) return;
    const auto& stream = streams_[{message->flow, message->sender}];
    const auto sequence = message->sequence.value();
    const auto what = [&](std::string_view mistake) {
        return fmt::format("{}: flow {} of member {}: message {} {}", to_text(session), message->flow.value(),
                           message->sender.value(), sequence, mistake);
    };
    if (sequence == 0 || sequence > stream.size()) {
        fail(what("was never published"));
    } else if (stream[sequence - 1] != checksum_of(message->body)) {
        fail(what("has another body than was published"));
    }
}

} // namespace plenum::sim
