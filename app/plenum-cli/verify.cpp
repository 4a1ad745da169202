// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/verify.h"

#include "app/plenum-cli/failure.h"
#include "core/crypto/hash.h"
#include "core/log/checkpoint.h"
#include "core/log/minutes.h"
#include "core/runtime/files.h"
#include "core/token/holder_moves.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <map>

namespace plenum::cli {
namespace {

using Json = nlohmann::ordered_json;

/// One member's time with a token.
struct Tenure {
    std::string label;
    /// 0 is everyone.
    base::MemberIndex holder{};
    base::TokenEpoch epoch{};
    base::ConferenceTime from{};
    /// 0 is the relay.
    base::MemberIndex given_by{};
    std::string_view given;
    std::optional<base::ConferenceTime> until{};
    std::string_view ended{};
};

/// Which operation it was, in people's words.
std::string_view word_for(const log::Operation& operation) {
    if (const auto* revoked = std::get_if<token::RevokeToken>(&operation)) {
        switch (revoked->reason) {
        case token::RevokeReason::decided: return "revoked";
        case token::RevokeReason::lost: return "lost";
        case token::RevokeReason::time: return "time over";
        }
    }
    if (std::holds_alternative<token::GrantToken>(operation)) return "granted";
    if (std::holds_alternative<token::TransferToken>(operation)) return "passed on";
    if (std::holds_alternative<token::CopyToken>(operation)) return "shared";
    if (std::holds_alternative<token::DeleteCopy>(operation)) return "taken back";
    if (std::holds_alternative<token::DistributeToken>(operation)) return "given to everyone";
    if (std::holds_alternative<token::ReleaseToken>(operation)) return "released";
    if (std::holds_alternative<token::ConfigureToken>(operation)) return "settings changed";
    if (std::holds_alternative<log::Leave>(operation)) return "left";
    return log::name_of(operation);
}

/// Who had what, from entry to entry.
class Tenures {
  public:
    /// What minutes begin with that do not go back to genesis.
    void begin(const log::State& state) {
        moves_.begin(state.tokens);
        for (const auto& [id, token] : state.tokens.tokens) {
            for (const auto& holder : token.holders)
                note_begun(token, {token.label, holder.member, holder.epoch, holder.since, {}, earlier});
            if (token.everyone) note_begun(token, {token.label, {}, *token.everyone, state.at, {}, earlier});
        }
    }

    void handle(const log::Applied& applied, const log::State& state) {
        const auto* author = state.find(applied.signed_operation.author_exchange);
        const auto by = author == nullptr ? base::MemberIndex{} : author->index;
        for (const auto& move : moves_.handle(state.tokens, applied.tokens)) {
            const std::pair held{move.token, move.member};
            if (move.begins) {
                lasting_[held] = all.size();
                all.push_back({state.tokens.find(move.token)->label,
                               move.member,
                               move.epoch,
                               state.at,
                               by,
                               word_for(applied.operation),
                               {},
                               {}});
            } else {
                auto& over = all[lasting_.at(held)];
                over.until = state.at;
                over.ended = word_for(applied.operation);
            }
        }
    }
    std::vector<Tenure> all;
    static constexpr std::string_view earlier = "given before these minutes begin";

  private:
    void note_begun(const token::Token& token, Tenure tenure) {
        lasting_[{token.id, tenure.holder}] = all.size();
        all.push_back(std::move(tenure));
    }

    token::HolderMoves moves_;
    std::map<std::pair<base::TokenId, base::MemberIndex>, std::size_t> lasting_;
};

std::string explain(const log::MinutesError& error) {
    switch (error.fault) {
    case log::MinutesFault::not_minutes: return "This is no file of minutes.";
    case log::MinutesFault::damaged: return "The file is damaged: something is missing or stands behind it.";
    case log::MinutesFault::bad_signature: return "The file was altered after it was signed, so it proves nothing.";
    case log::MinutesFault::bad_state:
        return "What the minutes begin with is not what their checkpoint says, so they are not genuine.";
    case log::MinutesFault::bad_entry: break;
    }
    return fmt::format("Entry {} of the log is not what may stand there ({}), so these minutes are not genuine.",
                       error.entry.value(), log::name_of(error.why));
}

/// What the taker's clock would have said.
std::string time_text(const log::Minutes& minutes, base::ConferenceTime at) {
    const auto us = static_cast<std::int64_t>(minutes.clock_us) - base::to_us(minutes.taken_at - at);
    const std::chrono::sys_time<std::chrono::microseconds> time{std::chrono::microseconds{us}};
    return fmt::format("{:%Y-%m-%dT%H:%M:%S}Z", std::chrono::floor<std::chrono::milliseconds>(time));
}

class Report {
  public:
    Report(const log::Minutes& minutes, const log::State& state, const Tenures& tenures)
        : minutes_{minutes},
          state_{state},
          tenures_{tenures} {
        for (const auto& [member, called] : minutes.names)
            names_[member] = called;
    }

    [[nodiscard]] Json json() const {
        Json floor = Json::array();
        for (const auto& each : tenures_.all) {
            Json line{
                {"token", each.label},         {"holder", each.holder.value()},          {"name", holder_name(each)},
                {"epoch", each.epoch.value()}, {"from", time_text(minutes_, each.from)}, {"how", each.given},
                {"by", each.given_by.value()}};
            if (each.until) {
                line["until"] = time_text(minutes_, *each.until);
                line["end"] = each.ended;
            }
            floor.push_back(std::move(line));
        }
        return {{"genuine", true},
                {"title", minutes_.title},
                {"taken", time_text(minutes_, minutes_.taken_at)},
                {"taken_by", base::to_hex(minutes_.taken_by.view())},
                {"entries", state_.size.value()},
                {"first_entry", first_entry()},
                {"head", base::to_hex(state_.head.view())},
                {"root", base::to_hex(crypto::hash(state_.root.view()).view().first(16))},
                {"relay", base::to_hex(state_.genesis.relay_identity.view())},
                {"floor", floor}};
    }

    void print() const {
        fmt::print(
            "Genuine minutes of \"{}\", taken {} by {}: {} entries, each signed by its author and by the relay.\n",
            minutes_.title, time_text(minutes_, minutes_.taken_at), taker(), minutes_.entries.size());
        if (!minutes_.state.empty())
            fmt::print("They begin at entry {}, a checkpoint by the conference's first key. The {} before it are not "
                       "in this file.\n",
                       first_entry(), first_entry());
        fmt::print("Of the conference whose first key has the fingerprint {}; the last entry has the hash {}.\n",
                   base::to_hex(crypto::hash(state_.root.view()).view().first(16)), base::to_hex(state_.head.view()));
        for (const auto& each : tenures_.all) {
            const auto end = each.until ? fmt::format("{} ({})", time_text(minutes_, *each.until), each.ended) : "now";
            fmt::print("{}  {}: {}, {}, until {}\n", time_text(minutes_, each.from), each.label, holder_name(each),
                       given(each), end);
        }
    }

  private:
    [[nodiscard]] std::uint64_t first_entry() const { return state_.size.value() - minutes_.entries.size(); }
    [[nodiscard]] std::string name_of(base::MemberIndex member) const {
        if (member == base::MemberIndex{}) return "the relay";
        const auto name = names_.find(member);
        return name == names_.end() ? fmt::format("member {}", member.value()) : name->second;
    }
    [[nodiscard]] std::string holder_name(const Tenure& each) const {
        return each.holder == base::MemberIndex{} ? "everyone" : name_of(each.holder);
    }
    [[nodiscard]] std::string given(const Tenure& each) const {
        if (each.given == Tenures::earlier) return std::string{each.given};
        return fmt::format("{} by {}", each.given, name_of(each.given_by));
    }
    [[nodiscard]] std::string taker() const {
        for (const auto& [index, member] : state_.members) {
            if (member.identity == minutes_.taken_by) return name_of(index);
        }
        return "the key " + base::to_hex(minutes_.taken_by.view());
    }

    const log::Minutes& minutes_;
    const log::State& state_;
    const Tenures& tenures_;
    std::map<base::MemberIndex, std::string> names_;
};

int reject(const VerifyOptions& options, const std::string& why) {
    if (options.json)
        fmt::print("{}\n", Json{{"genuine", false}, {"why", why}}.dump(-1, ' ', false, Json::error_handler_t::replace));
    return fail(why);
}

} // namespace

int run_verify(const VerifyOptions& options) {
    const auto contents = runtime::read_whole(options.file, log::minutes_bytes_max);
    if (!contents) return reject(options, contents.error());
    const auto minutes = log::read_minutes(*contents);
    if (!minutes) return reject(options, explain(minutes.error()));
    Tenures tenures;
    if (const auto begun = log::decode_state(minutes->state)) tenures.begin(*begun);
    const auto state = log::check_minutes(
        *minutes, [&](const log::Applied& applied, const log::State& after) { tenures.handle(applied, after); });
    if (!state) return reject(options, explain(state.error()));
    const Report report{*minutes, *state, tenures};
    if (options.json)
        fmt::print("{}\n", report.json().dump(-1, ' ', false, Json::error_handler_t::replace));
    else
        report.print();
    return 0;
}

} // namespace plenum::cli
