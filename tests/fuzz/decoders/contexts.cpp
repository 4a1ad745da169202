// SPDX-License-Identifier: Apache-2.0
// Causal contexts: a value has one encoding, names senders in order, and each once.
#include "core/base/check.h"
#include "core/conversation/context.h"
#include "tests/fuzz/bodies.h"

#include <algorithm>

namespace plenum::fuzz {

using conversation::Context;

void run_contexts(base::ByteView input) {
    Context context;
    // Of the one before nothing is left.
    context.dependencies.assign(3, {});
    context.complete = false;
    if (!conversation::decode(input, context)) return;
    CHECK(context.ordinal.value() > 0 && context.wait <= conversation::wait_max);
    CHECK(context.dependencies.size() <= conversation::dependencies_max);
    for (std::size_t i = 0; i < context.dependencies.size(); ++i) {
        CHECK(context.dependencies[i].ordinal.value() > 0);
        CHECK(i == 0 || context.dependencies[i - 1].sender < context.dependencies[i].sender);
    }
    base::Bytes again;
    conversation::encode(context, again);
    CHECK(std::ranges::equal(again, input));
}

std::vector<base::Bytes> contexts_seeds() {
    std::vector<base::Bytes> seeds;
    Context context;
    const auto add = [&] {
        seeds.emplace_back();
        conversation::encode(context, seeds.back());
    };
    context.ordinal = base::Ordinal{1};
    add();
    context.wait = std::chrono::milliseconds{200};
    for (std::uint32_t sender = 0; sender < 5; ++sender)
        context.dependencies.push_back({base::MemberIndex{sender * sender * 50}, base::Ordinal{1ULL << 9 * sender}});
    context.ordinal = base::Ordinal{1ULL << 40};
    add();
    context.complete = false;
    add();
    return seeds;
}

} // namespace plenum::fuzz
