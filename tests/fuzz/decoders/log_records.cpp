// SPDX-License-Identifier: Apache-2.0
// Entries of the control log, the signed operations in them, and the operations in those.
#include "core/log/state.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/decoders/arbitrary.h"
#include "tests/fuzz/decoders/round_trip.h"

namespace plenum::fuzz {
namespace {

void check_operation(base::ByteView bytes) {
    const auto operation = round_trip_choice<log::Operation>(bytes);
    if (!operation) return;
    const auto joins = log::joins_in(*operation);
    const auto* admit = std::get_if<log::Admit>(&*operation);
    if (admit == nullptr) {
        CHECK(joins.empty());
        return;
    }
    CHECK(joins.size() <= admit->joins.size() && admit->joins.size() <= log::joins_per_admit_max);
    for (const auto& join : admit->joins)
        (void)round_trip<log::SignedOperation>(join);
}

void check_signed(base::ByteView bytes) {
    if (const auto operation = round_trip<log::SignedOperation>(bytes)) check_operation(operation->operation);
}

} // namespace

void run_log_records(base::ByteView input) {
    check_operation(input);
    check_signed(input);
    if (const auto entry = round_trip<log::Entry>(input)) check_signed(entry->signed_operation);
}

std::vector<base::Bytes> log_records_seeds() {
    std::vector<base::Bytes> operations;
    base::Random random{7};
    add_choice_seeds<log::Operation>(operations, 3, random);
    auto seeds = operations;
    for (std::size_t i = 0; i < operations.size(); i += 2) {
        log::SignedOperation by;
        fill(by, random);
        by.operation = operations[i];
        seeds.push_back(wire::encode(by));
        log::Entry entry;
        fill(entry, random);
        entry.signed_operation = seeds.back();
        seeds.push_back(wire::encode(entry));
    }
    log::SignedOperation join;
    fill(join, random);
    join.operation = wire::encode_choice(log::Operation{log::Join{}});
    seeds.push_back(wire::encode_choice(log::Operation{log::Admit{{wire::encode(join), {1, 2, 3}}}}));
    return seeds;
}

} // namespace plenum::fuzz
