// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/tree/poll.h"
#include "core/tree/stream/stream_receiver.h"
#include "core/tree/stream/stream_source.h"
#include "core/tree/tree_node.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <queue>
#include <vector>

/// A distribution tree in virtual time: a source, nodes, receivers, and links that delay, lose and double.
namespace plenum::tree {

/// Source or receiver at its place.
class End {
  public:
    End() = default;
    End(const End&) = delete;
    End& operator=(const End&) = delete;
    virtual ~End() = default;
    virtual void handle(base::ByteView packet, base::LocalTime now) = 0;
    virtual void handle_wakeup(base::LocalTime now) = 0;
    [[nodiscard]] virtual std::optional<base::Bytes> poll(base::LocalTime now) = 0;
    [[nodiscard]] virtual base::LocalTime next_wakeup() const = 0;
};

template <class T>
class EndOf : public End {
  public:
    template <class... Arguments>
    explicit EndOf(Arguments&&... arguments) : it{std::forward<Arguments>(arguments)...} {}
    void handle(base::ByteView packet, base::LocalTime now) override { it.handle(packet, now); }
    void handle_wakeup(base::LocalTime now) override {
        if constexpr (requires { it.handle_wakeup(now); }) it.handle_wakeup(now);
    }
    std::optional<base::Bytes> poll(base::LocalTime now) override {
        if constexpr (requires { it.poll(now); })
            return it.poll(now);
        else
            return it.poll();
    }
    base::LocalTime next_wakeup() const override { return it.next_wakeup(); }

    T it;
};

/// A receiver that checks what it is handed: in order, each once.
class StreamListener : public EndOf<StreamReceiver> {
  public:
    using EndOf::EndOf;
    void handle(base::ByteView packet, base::LocalTime now) override;
    void handle_wakeup(base::LocalTime now) override;

    std::uint64_t messages{0};
    std::uint64_t gaps{0};
    bool in_order{true};

  private:
    void drain();
    std::uint64_t next_{0};
};

/// What went over the link above a place.
struct LinkCounts {
    std::uint64_t data{0};
    std::uint64_t setups{0};
    std::uint64_t repairs{0};
    std::uint64_t repair_bytes{0};
    std::uint64_t upward{0};
    std::uint64_t upward_bytes{0};
};

class TreeWorld {
  public:
    using Place = std::size_t;
    static constexpr Place source = 0;
    static constexpr base::LocalTime start{std::chrono::seconds{1000}};

    explicit TreeWorld(base::Duration hop_delay = std::chrono::milliseconds{10}) : hop_delay_{hop_delay} {
        places_.emplace_back();
    }

    void set_source(std::unique_ptr<End> end) { places_[source].end = std::move(end); }
    Place add_node(Place parent, NodeOptions options = {});
    Place add_receiver(Place parent, std::unique_ptr<End> end);
    /// How many copies of a packet arrive. `place` is the lower end of the link.
    std::function<int(Place place, Direction direction, base::ByteView packet)> copies;

    /// After a call to an end from outside.
    void pump(Place place);
    void run_for(base::Duration duration);
    /// False if it is not so by then.
    bool run_until(const std::function<bool()>& done, base::Duration duration_max);
    void inject(Place place, Direction direction, base::Bytes packet);

    [[nodiscard]] base::LocalTime now() const { return now_; }
    [[nodiscard]] TreeNode& node(Place place) { return *places_[place].node; }
    template <class T>
    [[nodiscard]] T& end(Place place) {
        return static_cast<T&>(*places_[place].end);
    }
    [[nodiscard]] const LinkCounts& above(Place place) const { return places_[place].above; }
    [[nodiscard]] std::size_t size() const { return places_.size(); }
    [[nodiscard]] Place parent(Place place) const { return places_[place].parent; }
    [[nodiscard]] static NodeId id(Place place) { return NodeId{place + 1}; }

  private:
    struct Site {
        Place parent{0};
        InterfaceIndex interface_at_parent;
        std::vector<Place> children;
        std::vector<InterfaceIndex> downstream;
        std::unique_ptr<TreeNode> node;
        std::unique_ptr<End> end;
        LinkCounts above;
        base::LocalTime wakeup{base::local_time_max};
    };
    struct Event {
        base::LocalTime at;
        std::uint64_t order;
        Place to;
        /// Null for a wake-up.
        std::shared_ptr<const base::Bytes> packet;
        /// The child from which it comes; `to` itself if from above.
        Place from;
        friend bool operator<(const Event& one, const Event& other) {
            return std::pair{other.at, other.order} < std::pair{one.at, one.order};
        }
    };
    Place add(Place parent);
    void step(const Event& event);
    void send(Place lower, Direction direction, const std::shared_ptr<const base::Bytes>& packet);
    void count(Place lower, Direction direction, base::ByteView packet);
    void schedule_wakeup(Place place);

    base::Duration hop_delay_;
    base::LocalTime now_{start};
    std::uint64_t order_{0};
    std::vector<Site> places_;
    std::priority_queue<Event> events_;
};

/// The number of a data packet; nullopt for others.
[[nodiscard]] inline std::optional<std::uint64_t> data_sequence(base::ByteView packet) {
    wire::Reader from{packet};
    if (from.u8() != DataPacket::type) return std::nullopt;
    for (int field = 0; field < 3; ++field)
        (void)from.varint();
    return from.varint();
}
[[nodiscard]] inline bool is_data(base::ByteView packet) { return data_sequence(packet).has_value(); }

} // namespace plenum::tree
