// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/time.h"
#include "core/cluster/ensemble_id.h"
#include "core/cluster/limits.h"
#include "core/wire/fields.h"

#include <optional>

namespace plenum::cluster {

/// One frame of one camera, as the frame transport carries it. The flow identifies the camera.
struct CapturedFrame {
    EnsembleId ensemble;
    base::ConferenceTime captured_at{};
    /// In the application's format.
    base::Bytes bytes;
    friend bool operator==(const CapturedFrame&, const CapturedFrame&) = default;
    static constexpr auto fields() {
        using T = CapturedFrame;
        return wire::Fields{wire::Field<&T::ensemble, wire::Nested<EnsembleId>>{"ensemble", "that it belongs to"},
                            wire::Field<&T::captured_at, wire::Varint>{"captured at", "conference time in µs"},
                            wire::Field<&T::bytes, wire::Rest<limits::frame_bytes_max>>{"bytes", "of the application"}};
    }
};

[[nodiscard]] inline base::Bytes encode(const CapturedFrame& frame) { return wire::encode(frame); }
/// Nullopt if the bytes are no frame.
[[nodiscard]] inline std::optional<CapturedFrame> decode_captured_frame(base::ByteView bytes) {
    auto frame = wire::decode<CapturedFrame>(bytes);
    if (!frame || !is_sound(frame->ensemble)) return std::nullopt;
    return *std::move(frame);
}

} // namespace plenum::cluster
