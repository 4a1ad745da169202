// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/trace.h"

#include <fmt/format.h>

#include <iterator>

namespace plenum::sim {

namespace {

using Kind = base::TraceEvent::Kind;

std::int64_t to_us(base::ConferenceTime at) { return base::to_us(at.time_since_epoch()); }

void append_dependencies(std::string& line, const base::TraceEvent& event) {
    line += ",\"deps\":[";
    for (std::size_t index = 0; index < event.dependencies.size(); ++index) {
        const auto& [sender, sequence] = event.dependencies[index];
        fmt::format_to(std::back_inserter(line), "{}[{},{}]", index == 0 ? "" : ",", sender.value(), sequence.value());
    }
    line += ']';
}

} // namespace

void TraceWriter::write(VirtualTime at, NodeIndex node, const base::TraceEvent& event) {
    if (to_ == nullptr) return;
    auto out = std::back_inserter(line_);
    fmt::format_to(out, R"({{"t_us":{},"node":{},"ev":"{}")", sim::to_us(at), node.value(), name_of(event.kind));
    if (event.conversation) fmt::format_to(out, ",\"conv\":{}", event.conversation->value());
    if (event.flow.value() != 0) fmt::format_to(out, ",\"flow\":{}", event.flow.value());
    if (event.sender.value() != 0) fmt::format_to(out, ",\"sender\":{}", event.sender.value());
    if (event.sequence.value() != 0) fmt::format_to(out, ",\"seq\":{}", event.sequence.value());
    if (event.to) fmt::format_to(out, ",\"to\":{}", event.to->value());
    if (event.kind == Kind::send || !event.dependencies.empty()) append_dependencies(line_, event);
    if (event.sent_at) fmt::format_to(out, ",\"sent_us\":{}", to_us(*event.sent_at));
    if (event.deadline) fmt::format_to(out, ",\"deadline_us\":{}", to_us(*event.deadline));
    if (event.position) fmt::format_to(out, ",\"pos\":{}", event.position->value());
    if (event.hash) fmt::format_to(out, ",\"hash\":\"{}\"", base::to_hex(event.hash->view()));
    if (!event.entry.empty()) fmt::format_to(out, ",\"entry\":{}", json_text(event.entry));
    if (event.holder) fmt::format_to(out, ",\"holder\":{}", event.holder->value());
    if (event.epoch) fmt::format_to(out, ",\"epoch\":{}", event.epoch->value());
    if (!event.why.empty()) fmt::format_to(out, ",\"why\":{}", json_text(event.why));
    flush_line();
}

void TraceWriter::write(VirtualTime at, NodeIndex node, std::string_view event) {
    if (to_ == nullptr) return;
    fmt::format_to(std::back_inserter(line_), R"({{"t_us":{},"node":{},"ev":"{}")", sim::to_us(at), node.value(),
                   event);
    flush_line();
}

void TraceWriter::flush_line() {
    line_ += "}\n";
    to_->write(line_.data(), static_cast<std::streamsize>(line_.size()));
    line_.clear();
}

std::string_view name_of(Kind kind) {
    switch (kind) {
    case Kind::send: return "send";
    case Kind::receive: return "receive";
    case Kind::deliver: return "deliver";
    case Kind::force: return "force";
    case Kind::late: return "late";
    case Kind::discard: return "discard";
    case Kind::gap: return "gap";
    case Kind::log: return "log";
    case Kind::request: return "request";
    case Kind::grant: return "grant";
    case Kind::revoke: return "revoke";
    case Kind::release: return "release";
    case Kind::refuse: return "refuse";
    case Kind::reject: return "reject";
    case Kind::takeover: return "takeover";
    case Kind::tell: return "tell";
    }
    return "";
}

std::string json_text(std::string_view text) {
    std::string result{"\""};
    for (const char character : text) {
        if (character == '"' || character == '\\') {
            result += '\\';
            result += character;
        } else if (static_cast<unsigned char>(character) < 0x20) {
            fmt::format_to(std::back_inserter(result), "\\u{:04x}", static_cast<unsigned>(character));
        } else {
            result += character;
        }
    }
    return result + '"';
}

} // namespace plenum::sim
