// SPDX-License-Identifier: Apache-2.0
#include "core/link/request_admission.h"

namespace plenum::link {

crypto::SipKey draw_sip_key(crypto::SeededRandom& random) {
    crypto::SipKey key;
    random.fill(key.mutable_view());
    return key;
}

RequestAdmission::RequestAdmission(const Options& options, crypto::SeededRandom& random)
    : gauge_{options.load},
      jar_{random.split()},
      rates_{make_rates(options.buckets, random)},
      open_rates_{make_rates(options.open_buckets, random)} {}

RequestAdmission::Rates RequestAdmission::make_rates(const BucketOptions& options, crypto::SeededRandom& random) {
    return {RateBuckets{options, draw_sip_key(random)}, RateBuckets{options, draw_sip_key(random)}};
}

RequestAdmission::Verdict RequestAdmission::judge(const wire::HandshakeInit& init, base::ByteView datagram,
                                                  const Origin& origin, std::size_t half_open, base::LocalTime now) {
    const bool under_load = gauge_.handle_request(half_open, now);
    auto& rates = rates_of(origin.open);
    if (init.mac2.is_zero()) {
        const bool admitted = !under_load && rates.without_cookie.take(origin.from, now);
        return admitted ? Verdict::admitted : Verdict::ask_for_cookie;
    }
    if (!jar_.holds(init, datagram, origin.from, now)) return Verdict::ask_for_cookie;
    return rates.with_cookie.take(origin.from, now) ? Verdict::admitted : Verdict::rate_limited;
}

} // namespace plenum::link
