// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/enums.h"
#include "core/base/ids.h"
#include "core/base/time.h"
#include "core/token/tenures.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace plenum::node {

/// Why a relay passes a message on to nobody.
enum class Rejection : std::uint8_t {
    not_permitted = 1, ///< flow, group or the sender's number is not theirs, or they have no key yet
    no_token = 2,      ///< sent by no grant
    stale_epoch = 3,   ///< by one that is over, or somebody else's
    unknown_epoch = 4, ///< by one that nobody made
    excess = 5,        ///< beyond the rate or size that the flow declares
    flow_closed = 6,
};

/// As figures and logs have it: "no_token".
[[nodiscard]] constexpr std::string_view name_of(Rejection why) { return base::enumerator_name(why); }
/// Precondition: other than `heard`.
[[nodiscard]] Rejection rejection_of(token::Hearing hearing);

/// Someone whose messages go to nobody, and who goes on all the same.
struct RejectedMember {
    base::ConferenceHandle conference;
    /// 0 for who is none.
    base::MemberIndex member;
    /// Of the last message.
    Rejection why;
    /// Since they connected; of a large message each fragment counts.
    std::uint64_t messages;
};

/// When it is worth a word that the messages of one session are refused. Those of honest programs are too, until they
/// have read that the token went: for a round trip, or where the path loses as long as that entry takes to come
/// through.
class RejectionWatch {
  public:
    /// So many within the window, and not all at once. Sound alone is 100 a second, mostly.
    static constexpr std::uint64_t messages_min = 100;
    static constexpr base::Duration window = std::chrono::seconds{10};
    /// More than the lease of a token, after which whoever hears nothing of its relay closes the microphone.
    static constexpr base::Duration lasting_min = std::chrono::seconds{4};
    /// Between two words.
    static constexpr base::Duration pause = std::chrono::minutes{1};

    /// One more was refused; true if that is to be told now.
    [[nodiscard]] bool note(base::LocalTime now);
    [[nodiscard]] std::uint64_t messages() const { return messages_; }
    /// More were rejected lately than from any honest program.
    [[nodiscard]] bool floods() const { return in_window_ > messages_min; }

  private:
    std::uint64_t messages_{0};
    std::uint64_t in_window_{0};
    base::LocalTime window_began_{};
    std::optional<base::LocalTime> told_at_;
};

} // namespace plenum::node
