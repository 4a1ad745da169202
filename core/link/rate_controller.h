// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/base/units.h"

#include <cstddef>

namespace plenum::link {

/// How fast a link may send: events in, a rate out. Shipped: a fixed rate. TFRC (RFC 5348) and delay-based ones follow
/// this shape.
class RateController {
  public:
    struct Sent {
        base::LocalTime at;
        std::size_t bytes;
    };
    struct Acknowledged {
        base::LocalTime at;
        base::LocalTime sent_at;
        std::size_t bytes;
        base::Duration rtt; ///< smoothed
    };
    struct Lost {
        base::LocalTime at;
        base::LocalTime sent_at;
        std::size_t bytes;
    };

    virtual ~RateController() = default;
    virtual void handle_sent(const Sent& packet) = 0;
    virtual void handle_acknowledged(const Acknowledged& packet) = 0;
    virtual void handle_lost(const Lost& packet) = 0;
    /// Never zero.
    [[nodiscard]] virtual base::ByteRate rate() const = 0;
};

class FixedRate final : public RateController {
  public:
    explicit FixedRate(base::ByteRate rate) : rate_{rate} {}
    void handle_sent(const Sent&) override {}
    void handle_acknowledged(const Acknowledged&) override {}
    void handle_lost(const Lost&) override {}
    [[nodiscard]] base::ByteRate rate() const override { return rate_; }

  private:
    base::ByteRate rate_;
};

} // namespace plenum::link
