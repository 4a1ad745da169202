// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/client/event_queue.h"
#include "core/client/events.h"

#include <map>
#include <utility>

namespace plenum::client {

/// The two queues to the application, and what goes on which.
class SessionQueues {
  public:
    SessionQueues(runtime::Signal events_signal, runtime::Signal media_signal)
        : events{std::move(events_signal), {events_max, event_bytes_max}},
          media{std::move(media_signal), {media_events_max, media_bytes_max}} {}

    /// Any thread.
    EventQueue<Event> events;
    EventQueue<MediaEvent> media;

    // The loop's thread. False: the application left too much in the queue.
    [[nodiscard]] bool push(node::MessageReceived& event) {
        const auto flow = flows_.find(event.flow);
        if (flow == flows_.end() || !is_media(flow->second)) return events.push(node::Event{std::move(event)});
        media.push_over_oldest(MediaMessage{flow->second, std::move(event)});
        return true;
    }
    [[nodiscard]] bool push(node::KeyFrameRequested& event) {
        media.push_over_oldest(event);
        return true;
    }
    [[nodiscard]] bool push(node::FlowDeclared& event) {
        flows_[event.flow] = event.spec.kind;
        return events.push(node::Event{std::move(event)});
    }
    template <class Other>
    [[nodiscard]] bool push(Other& event) {
        return events.push(node::Event{std::move(event)});
    }
    void finish(Finished last) {
        media.close();
        events.push_last(std::move(last));
    }

  private:
    std::map<base::FlowId, base::FlowKind> flows_;
};

} // namespace plenum::client
