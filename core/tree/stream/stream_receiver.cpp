// SPDX-License-Identifier: Apache-2.0
#include "core/tree/stream/stream_receiver.h"

#include "core/base/overloaded.h"
#include "core/tree/general_purpose_object.h"
#include "core/tree/tally_object.h"

#include <algorithm>

namespace plenum::tree {
namespace {

/// The first request goes on to the source, those after it are merged, and all branches that asked are marked (GMTS
/// §2.3).
Invocation request(ObjectId object, std::uint64_t number) {
    return invocation_of(object, ReceiverUpdate{number, 1, Predicate::at_least, ReceiverStateFunction::value,
                                                ReceiverInterfaceFunction::max_at_arrival});
}

} // namespace

StreamReceiver::StreamReceiver(StreamReceiverOptions options)
    : options_{options},
      session_{options.self, options.session, options.retry_after},
      window_{options.code, options.order},
      requests_{options.repair_wait} {}

void StreamReceiver::handle(base::ByteView bytes, base::LocalTime now) {
    auto packet = decode_packet(bytes);
    if (!packet) return;
    if (auto* data = std::get_if<DataPacket>(&*packet)) return handle_data(std::move(*data), now);
    const bool setup = std::holds_alternative<SetupPacket>(*packet);
    for (const auto& entry : session_.handle(*std::move(packet), now))
        handle_repair(entry, now);
    if (setup) handle_setup(now);
}

void StreamReceiver::handle_wakeup(base::LocalTime now) {
    session_.handle_wakeup(now);
    request_missing(now);
    if (report_due_ <= now) report(now);
}

void StreamReceiver::handle_sent(std::uint64_t end, base::LocalTime now) {
    if (!begun_) return;
    extend(end, now);
    request_missing(now);
}

std::optional<base::Bytes> StreamReceiver::poll() { return session_.poll(); }

base::LocalTime StreamReceiver::next_wakeup() const {
    return std::min({session_.next_wakeup(), requests_.next_wakeup(), report_due_});
}

void StreamReceiver::handle_setup(base::LocalTime now) {
    const auto* declared = session_.find(packet_repairs);
    WindowVariables variables;
    if (declared == nullptr || !variables.set(declared->variables)) return;
    const auto start = PacketRequest::of(variables.window_start).sequence;
    if (start >= limits::data_sequence_max || variables.window_next >= limits::data_sequence_max) return;
    window_span_ = PacketRequest::of(variables.window_end).sequence - start;
    if (!begun_) {
        begun_ = true;
        window_.begin(start);
        end_ = start;
        report_due_ = now;
    } else if (start > window_.next()) {
        window_.give_up_before(start);
        end_ = std::max(end_, start);
        requests_.remove_below({packet_repairs, start});
        requests_.remove_below({block_repairs, start / window_.symbols()});
    }
    extend(variables.window_next, now);
    request_missing(now);
}

void StreamReceiver::handle_data(DataPacket packet, base::LocalTime now) {
    if (packet.session != options_.session || !begun_) return;
    const auto sequence = packet.sequence;
    if (!window_.is_near(sequence)) return;
    extend(sequence, now);
    const bool first_way = sequence >= end_;
    if (!window_.insert(sequence, std::move(packet.payload))) return;
    if (first_way) {
        ++counts_.received;
    } else if (requests_.is_awaited({packet_repairs, sequence})) {
        // Only late.
        ++counts_.received;
        --counts_.missed;
    }
    settle(sequence);
    extend(sequence + 1, now);
    if (window_.next() >= reported_ + std::max<std::uint64_t>(1, window_span_ / 4)) report_due_ = now;
    request_missing(now);
}

void StreamReceiver::handle_repair(const Invocation& entry, base::LocalTime now) {
    const auto forward = entry.method == Forward::method && begun_ ? decode_forward(entry.parameters) : std::nullopt;
    auto data = forward ? decode_repair_data(forward->data) : std::nullopt;
    if (!data) return;
    ++counts_.repairs;
    const auto number = forward->sequence;
    const bool useful = std::visit(
        base::Overloaded{[&](SourceSymbol& symbol) {
                             requests_.handle_repair({packet_repairs, symbol.sequence}, PacketRequest::of(number).round,
                                                     now);
                             if (!window_.insert(symbol.sequence, std::move(symbol.payload))) return false;
                             extend(symbol.sequence + 1, now);
                             settle(symbol.sequence);
                             return true;
                         },
                         [&](RepairSymbol& symbol) {
                             const MissingItem item{block_repairs, symbol.block};
                             requests_.handle_repair(item, SymbolRequest::of(number).round, now);
                             const auto first = symbol.block * window_.symbols();
                             if (!window_.insert_repair(symbol.block, symbol.index, std::move(symbol.symbol)))
                                 return false;
                             requests_.postpone(item, now);
                             settle(first);
                             return true;
                         }},
        *data);
    if (!useful) ++counts_.repairs_unneeded;
    if (window_.next() >= reported_ + std::max<std::uint64_t>(1, window_span_ / 4)) report_due_ = now;
}

void StreamReceiver::extend(std::uint64_t end, base::LocalTime now) {
    if (!window_.is_near(end)) return;
    for (; end_ < end; ++end_) {
        const bool there = window_.contains(end_);
        const bool coded = options_.code != nullptr;
        if (!there) {
            ++counts_.missed;
            requests_.add({packet_repairs, end_}, now + (coded ? options_.block_wait : options_.reordering));
        }
        if (coded && (end_ + 1) % window_.symbols() == 0) await_block(end_ / window_.symbols(), now);
    }
}

void StreamReceiver::await_block(std::uint64_t block, base::LocalTime now) {
    const auto first = block * window_.symbols();
    for (auto sequence = first; sequence < first + window_.symbols(); ++sequence)
        requests_.remove({packet_repairs, sequence});
    if (window_.lacking(block) > 0) requests_.add({block_repairs, block}, now + options_.reordering);
}

void StreamReceiver::settle(std::uint64_t sequence) {
    requests_.remove({packet_repairs, sequence});
    if (options_.code == nullptr) return;
    const auto block = sequence / window_.symbols();
    if (window_.lacking(block) == 0) requests_.remove({block_repairs, block});
}

void StreamReceiver::request_missing(base::LocalTime now) {
    if (requests_.next_wakeup() > now) return;
    std::vector<Invocation> entries;
    while (const auto due = requests_.pop_due(now)) {
        ++counts_.requests;
        const auto what = due->item.number;
        if (due->item.object == packet_repairs) {
            entries.push_back(request(packet_repairs, PacketRequest{what, due->round}.number()));
            continue;
        }
        const auto slots = std::min(window_.lacking(what) + options_.spare_symbols, limits::block_symbols_max);
        for (std::uint64_t slot = 0; slot < slots; ++slot)
            entries.push_back(request(block_repairs, SymbolRequest{what, due->round, slot}.number()));
    }
    session_.call(std::move(entries));
}

void StreamReceiver::report(base::LocalTime now) {
    const auto* declared = session_.find(reception_reports);
    TallyVariables variables;
    report_due_ = now + options_.report_interval;
    if (declared == nullptr || !variables.set(declared->variables)) return;
    reported_ = window_.next();
    const auto us = static_cast<std::uint64_t>(std::max<std::int64_t>(1, base::to_us(now.time_since_epoch())));
    version_ = std::max(version_ + 1, us);
    const auto all = counts_.received + counts_.missed;
    const auto worst = all == 0 ? 0 : counts_.missed * 1'000'000 / all;
    session_.call_reliably(
        invocation_of(
            reception_reports,
            TallyReport{variables.number, version_, 1, 1, {window_.next(), counts_.received, counts_.missed, worst}}),
        now);
}

} // namespace plenum::tree
