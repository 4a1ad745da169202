// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/tree/ids.h"

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace plenum::tree {

/// A session at one node, never used twice there.
using SessionSerial = base::Number<struct SessionSerialTag, std::uint64_t>;

/// Why a node is called.
enum class TimerReason : std::uint8_t {
    object_lifetime = 1, ///< no SSP has refreshed the object
    object_state = 2,    ///< a part of the object, which its type numbers
    retransmission = 3,  ///< a reliable invocation is not acknowledged
    sender_age = 4,      ///< nothing new from a sender of reliable invocations
};

struct TimerKey {
    SessionSerial session;
    TimerReason reason{TimerReason::object_lifetime};
    ObjectId object;
    /// Sequence number, invocation, or what the object's type says.
    std::uint64_t number{0};
    friend auto operator<=>(const TimerKey&, const TimerKey&) = default;
};

/// All deadlines of one node, in one order: of objects, of their sequence numbers, of retransmissions. The paper has a
/// timer for each, and one alarm (GMTS §3.2); here nothing else has a deadline.
class SoftStateTimer {
  public:
    void set(const TimerKey& key, base::LocalTime at);
    void clear(const TimerKey& key);
    /// All of one object: its lifetime, its states.
    void clear_object(SessionSerial session, ObjectId object);
    void clear_session(SessionSerial session);
    /// The first that is due, and no longer set.
    [[nodiscard]] std::optional<TimerKey> pop_due(base::LocalTime now);
    [[nodiscard]] base::LocalTime next() const { return order_.empty() ? base::local_time_max : order_.begin()->first; }
    [[nodiscard]] std::size_t size() const { return order_.size(); }

  private:
    using Due = std::map<TimerKey, base::LocalTime>;
    Due::iterator remove(Due::iterator entry);
    void remove_between(const TimerKey& first, const TimerKey& last);

    Due due_;
    std::set<std::pair<base::LocalTime, TimerKey>> order_;
};

/// The deadlines of one object, as the object sets them.
class ObjectTimer {
  public:
    ObjectTimer(SoftStateTimer& timer, SessionSerial session, ObjectId object)
        : timer_{&timer},
          session_{session},
          object_{object} {}
    void set(std::uint64_t number, base::LocalTime at) { timer_->set(key(number), at); }
    void clear(std::uint64_t number) { timer_->clear(key(number)); }

  private:
    [[nodiscard]] TimerKey key(std::uint64_t number) const {
        return {session_, TimerReason::object_state, object_, number};
    }

    SoftStateTimer* timer_;
    SessionSerial session_;
    ObjectId object_;
};

} // namespace plenum::tree
