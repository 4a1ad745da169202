// SPDX-License-Identifier: Apache-2.0
#include "core/tree/stream/stream_source.h"

#include "core/tree/general_purpose_object.h"
#include "core/tree/method_invocation.h"
#include "core/tree/stream/symbol_block.h"
#include "core/tree/tally_object.h"
#include "core/tree/type_registry.h"

#include <algorithm>

namespace plenum::tree {
namespace {

std::uint64_t microseconds(base::Duration duration) { return static_cast<std::uint64_t>(base::to_us(duration)); }

const std::vector<Combine> reception_columns{Combine::minimum, Combine::sum, Combine::sum, Combine::maximum};

std::uint64_t column(const TallyTotal& total, ReceptionColumn which) {
    const auto place = static_cast<std::size_t>(which) - 1;
    return place < total.columns.size() ? total.columns[place] : 0;
}

} // namespace

StreamSource::StreamSource(StreamSourceOptions options)
    : options_{options},
      session_{{options.session, options.setup_interval}},
      window_{options.repairs, options.repair_delay},
      blocks_{symbols(), options.repairs, options.repair_delay},
      reports_{reception_columns} {
    auto window_max = limits::data_window_max;
    if (options_.code != nullptr)
        window_max = std::min(window_max, limits::window_span_max / SymbolRequest::numbers_per_block * symbols());
    // Whole blocks.
    options_.window = std::clamp(options_.window / symbols() * symbols(), 2 * symbols(), window_max);
    std::vector<Variable> columns{{TallyVariables::hold, microseconds(options_.report_hold)},
                                  {TallyVariables::report_age, microseconds(options_.report_age)},
                                  {TallyVariables::receiver_sum, limits::column_value_max}};
    for (std::size_t i = 0; i < reception_columns.size(); ++i)
        columns.push_back({VariableId{static_cast<std::uint8_t>(TallyVariables::first_column.value() + i)},
                           static_cast<std::uint64_t>(reception_columns[i])});
    session_.declare({reception_reports, types::tally, {}, options_.object_lifetime, {}, std::move(columns)});
    declare();
}

bool StreamSource::push(base::Bytes payload, base::LocalTime now) {
    if (payload.size() > limits::payload_bytes_max || window_.next() + 1 >= limits::data_sequence_max) return false;
    if (window_.next() >= declared_start_ + options_.window) {
        if (window_.start() > declared_start_) session_.hasten_setup(now);
        return false;
    }
    window_.push(std::move(payload), now);
    return true;
}

void StreamSource::handle(base::ByteView packet, base::LocalTime now) {
    for (const auto& [sender, entry] : session_.handle(packet, now)) {
        if (entry.object == packet_repairs || entry.object == block_repairs) {
            handle_request(entry, now);
        } else if (entry.object == reception_reports) {
            handle_report(sender, entry, now);
        } else if (entry.object == error_object && entry.method == ErrorReport::method) {
            if (const auto report = decode_error_report(entry.parameters)) counts_.errors += report->count;
        }
    }
}

std::optional<base::Bytes> StreamSource::poll(base::LocalTime now) {
    expire(now);
    if (tail_due_ <= now) session_.hasten_setup(now);
    if (session_.is_setup_due(now)) {
        declare();
        declared_start_ = window_.start();
        tail_due_ = base::local_time_max;
    }
    if (auto packet = session_.poll(now)) return packet;
    while (!repairs_.empty() && repairs_.begin()->first <= now) {
        send_repair(repairs_.extract(repairs_.begin()).mapped());
        if (auto packet = session_.poll(now)) return packet;
    }
    sent_ = std::max(sent_, window_.start());
    const auto* payload = window_.find(sent_);
    if (payload == nullptr) return std::nullopt;
    ++counts_.data;
    tail_due_ = now + options_.tail_delay;
    return encode(DataPacket{options_.session, sent_++, *payload});
}

base::LocalTime StreamSource::next_wakeup() const {
    if (sent_ < window_.next()) return base::LocalTime{};
    const auto repair = repairs_.empty() ? base::local_time_max : repairs_.begin()->first;
    const auto given_up = unacknowledged() == 0 ? base::local_time_max : window_.oldest_at() + options_.retention;
    return std::min({session_.next_wakeup(), given_up, tail_due_, repair});
}

ReceptionStatistics StreamSource::reception() const {
    const auto total = reports_.total();
    return {total.members,
            total.answered,
            column(total, ReceptionColumn::through),
            column(total, ReceptionColumn::received),
            column(total, ReceptionColumn::missed),
            static_cast<std::uint32_t>(std::min<std::uint64_t>(column(total, ReceptionColumn::worst), 1'000'000))};
}

void StreamSource::declare() {
    const auto window = [&](ObjectId object, std::uint64_t start, std::uint64_t end) {
        ObjectDeclaration declaration{object, types::general_purpose, {}, options_.object_lifetime, {}, {}};
        declaration.variables = {{WindowVariables::start, start},
                                 {WindowVariables::end, end},
                                 {WindowVariables::state_lifetime, microseconds(options_.state_lifetime)},
                                 {WindowVariables::next, sent_}};
        session_.declare(std::move(declaration));
    };
    const auto start = window_.start();
    const auto end = start + options_.window;
    window(packet_repairs, PacketRequest{start, 0}.number(), PacketRequest{end, 0}.number());
    if (options_.code != nullptr)
        window(block_repairs, SymbolRequest{start / symbols(), 0, 0}.number(),
               SymbolRequest{end / symbols(), 0, 0}.number());
}

void StreamSource::handle_request(const Invocation& entry, base::LocalTime now) {
    const auto update =
        entry.method == ReceiverUpdate::method ? decode_receiver_update(entry.parameters) : std::nullopt;
    if (!update || update->value == 0) return;
    ++counts_.requests;
    if (entry.object == packet_repairs) {
        const auto request = PacketRequest::of(update->sequence);
        const auto at = request.sequence < sent_ ? window_.request(request, now) : std::nullopt;
        if (at)
            repairs_.emplace(*at, PendingRepair{packet_repairs, update->sequence, SymbolIndex{}});
        else
            ++counts_.requests_unanswered;
        return;
    }
    const auto request = SymbolRequest::of(update->sequence);
    const bool whole = options_.code != nullptr && request.block >= window_.start() / symbols() &&
                       (request.block + 1) * symbols() <= sent_;
    if (const auto answer = whole ? blocks_.request(request, now) : std::nullopt)
        repairs_.emplace(answer->at, PendingRepair{block_repairs, update->sequence, answer->index});
    else
        ++counts_.requests_unanswered;
}

void StreamSource::handle_report(NodeId child, const Invocation& entry, base::LocalTime now) {
    const auto report = entry.method == TallyReport::method ? decode_tally_report(entry.parameters) : std::nullopt;
    if (!report) return;
    if (!reports_.contains(child) && reports_.size() == limits::cells_per_object_max) return;
    (void)reports_.take(child, *report);
    if (reports_.is_complete()) advance(std::min(reception().through, sent_), now);
}

void StreamSource::advance(std::uint64_t start, base::LocalTime now) {
    const auto kept = start / symbols() * symbols();
    if (kept <= window_.start()) return;
    window_.advance(kept);
    blocks_.advance(kept / symbols());
    if (window_.start() >= declared_start_ + options_.window / 4) session_.hasten_setup(now);
}

void StreamSource::expire(base::LocalTime now) {
    while (unacknowledged() > 0 && now - window_.oldest_at() >= options_.retention) {
        const auto before = window_.start();
        window_.advance(before + symbols());
        counts_.abandoned += window_.start() - before;
        blocks_.advance(window_.start() / symbols());
        session_.hasten_setup(now);
    }
}

void StreamSource::send_repair(const PendingRepair& repair) {
    RepairData data;
    if (repair.object == packet_repairs) {
        const auto sequence = PacketRequest::of(repair.number).sequence;
        const auto* payload = window_.find(sequence);
        if (payload == nullptr) return;
        data = SourceSymbol{sequence, *payload};
    } else {
        const auto block = SymbolRequest::of(repair.number).block;
        auto symbol = repair_symbol(block, repair.index);
        if (symbol.empty()) return;
        data = RepairSymbol{block, repair.index, std::move(symbol)};
    }
    ++counts_.repairs;
    // To the branches that asked, which have not then.
    session_.invoke(invocation_of(repair.object, Forward{repair.number, 0, ForwardStateFunction::value,
                                                         ForwardInterfaceFunction::minus_one, encode(data)}));
}

base::Bytes StreamSource::repair_symbol(std::uint64_t block, SymbolIndex index) const {
    std::size_t bytes = 0;
    std::vector<const base::Bytes*> payloads;
    for (auto sequence = block * symbols(); sequence < (block + 1) * symbols(); ++sequence) {
        payloads.push_back(window_.find(sequence));
        if (payloads.back() == nullptr) return {};
        bytes = std::max(bytes, symbol_bytes(*payloads.back()));
    }
    std::vector<base::Bytes> source;
    for (const auto* payload : payloads)
        source.push_back(to_symbol(*payload, bytes));
    return options_.code->encode(source, index);
}

} // namespace plenum::tree
