// SPDX-License-Identifier: Apache-2.0
#include "core/api/rejection.h"

namespace plenum::node {

Rejection rejection_of(token::Hearing hearing) {
    switch (hearing) {
    case token::Hearing::stale: return Rejection::stale_epoch;
    case token::Hearing::ahead: return Rejection::unknown_epoch;
    case token::Hearing::heard:
    case token::Hearing::no_token: break;
    }
    return Rejection::no_token;
}

bool RejectionWatch::note(base::LocalTime now) {
    ++messages_;
    if (in_window_ == 0 || now - window_began_ >= window) {
        window_began_ = now;
        in_window_ = 0;
    }
    ++in_window_;
    const bool goes_on = in_window_ >= messages_min && now - window_began_ >= lasting_min;
    if (!goes_on || (told_at_ && now - *told_at_ < pause)) return false;
    told_at_ = now;
    return true;
}

} // namespace plenum::node
