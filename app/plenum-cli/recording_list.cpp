// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/recording_list.h"

#include "core/base/overloaded.h"
#include "core/chat/operations.h"

#include <fmt/format.h>

#include <cstdio>
#include <map>

namespace plenum::cli {
namespace {

std::string_view name_of(media::TrackInfo::Kind kind) { return base::enumerator_name(kind); }

Json describe(const app::RecordingBegan& began) {
    return {{"by", began.by.value()}, {"title", began.title}, {"clock_us", began.clock_us}};
}
Json describe(const app::PersonKnown& person) {
    return {{"member", person.member.value()},
            {"name", person.display_name},
            {"identity", base::to_hex(person.identity.view())},
            {"member_now", person.member_now}};
}
Json describe(const app::PersonLeft& left) {
    return {{"member", left.member.value()}, {"reason", base::enumerator_name(left.reason)}};
}
Json describe(const app::PersonPresence& presence) {
    return {{"member", presence.member.value()}, {"present", presence.present}};
}
Json describe(const app::FloorHeld& floor) {
    Json holders = Json::array();
    for (const auto holder : floor.holders)
        holders.push_back(holder.value());
    return {{"token", floor.token.value()},
            {"label", floor.label},
            {"pos", floor.position.value()},
            {"holders", holders},
            {"everyone", floor.everyone}};
}
Json describe(const app::MessageHeard& heard) {
    Json json{{"kind", base::enumerator_name(heard.kind)},
              {"flow", heard.flow.value()},
              {"sender", heard.sender.value()},
              {"seq", heard.sequence.value()},
              {"sent_us", base::to_us(heard.sent_at.time_since_epoch())},
              {"bytes", heard.body.size()}};
    const auto said =
        heard.kind == base::FlowKind::chat ? chat::decode(heard.body) : std::unexpected{chat::Refusal::unknown};
    if (const auto* say = said ? std::get_if<chat::Say>(&*said) : nullptr) json["text"] = say->text;
    if (const auto* reply = said ? std::get_if<chat::Reply>(&*said) : nullptr) json["text"] = reply->text;
    return json;
}
Json describe(const app::BoardStood& board) { return {{"bytes", board.snapshot.size()}}; }
Json describe(const app::PersonRecords& records) { return {{"member", records.member.value()}, {"on", records.on}}; }
Json describe(const app::PointerSeen& seen) {
    return {{"member", seen.member.value()}, {"bytes", seen.presence.size()}};
}

void print(const Json& json) { fmt::print("{}\n", json.dump(-1, ' ', false, Json::error_handler_t::replace)); }

} // namespace

Json to_json(const app::TimedEvent& timed) {
    auto json = std::visit(
        []<class T>(const T& content) {
            Json made{{"event", T::name}};
            made.update(describe(content));
            return made;
        },
        timed.event.content);
    json["t_ms"] = base::to_us(timed.at) / 1000;
    json["order"] = timed.event.order;
    return json;
}

int list_recording(const std::filesystem::path& file) {
    const auto call = app::RecordedCall::open(file);
    if (!call) {
        fmt::print(stderr, "plenum-cli: {}\n", call.error().text);
        return 1;
    }
    struct Extent {
        std::size_t blocks{0};
        std::uint32_t first_ms{UINT32_MAX};
        std::uint32_t last_ms{0};
    };
    std::map<media::TrackNumber, Extent> extents;
    for (const auto& block : call->reader().blocks()) {
        auto& extent = extents[block.track];
        ++extent.blocks;
        extent.first_ms = std::min(extent.first_ms, block.at_ms);
        extent.last_ms = std::max(extent.last_ms, block.at_ms);
    }
    for (const auto& track : call->reader().tracks()) {
        const auto& extent = extents[track.number];
        Json json{{"track", track.number.value()},
                  {"kind", name_of(track.info.kind)},
                  {"codec", track.info.codec},
                  {"name", track.info.name},
                  {"blocks", extent.blocks}};
        if (extent.blocks > 0) {
            json["first_ms"] = extent.first_ms;
            json["last_ms"] = extent.last_ms;
        }
        print(json);
    }
    for (const auto& each : call->reader().attachments())
        print({{"attachment", each.info.name}, {"media_type", each.info.media_type}, {"bytes", each.size}});
    for (const auto& each : call->events())
        print(to_json(each));
    if (call->reader().cut())
        fmt::print(stderr,
                   "plenum-cli: {} ends in the middle: its program was ended or still writes, or the file was cut. "
                   "Everything up to there is listed.\n",
                   file.string());
    return 0;
}

} // namespace plenum::cli
