// SPDX-License-Identifier: Apache-2.0
#include "plugins/activities/target/game.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace plenum::target {
namespace {

using namespace std::chrono_literals;

/// Who is silent for so long does not play any more.
constexpr base::Duration silence_max = 2s;
/// Of two rounds that were started at once, the earlier counts.
constexpr base::Duration same_moment = countdown;
/// No motion is guessed for longer.
constexpr base::Duration extrapolation_max = 250ms;
/// In which a sight makes up for most of a wrong guess.
constexpr double glide_s = 0.06;

RoundTime since(const RoundId& round, base::ConferenceTime at) {
    // A stranger's round may begin at any time.
    constexpr base::Duration far = 1h;
    if (at < round.start - far) return -std::chrono::duration_cast<RoundTime>(far);
    if (at > round.start + far) return std::chrono::duration_cast<RoundTime>(far);
    return std::chrono::floor<RoundTime>(at - round.start);
}

} // namespace

void Sight::set(Point at, Point velocity, base::ConferenceTime sent_at) {
    if (sent_at < sent_at_) return;
    at_ = at;
    velocity_ = velocity;
    sent_at_ = sent_at;
}

void Sight::advance(base::ConferenceTime now) {
    const auto ahead = std::chrono::duration<double>(std::clamp(now - sent_at_, base::Duration{}, extrapolation_max));
    const auto x = std::clamp(at_.x + velocity_.x * ahead.count(), 0.0, field_size.x - 1.0);
    const auto y = std::clamp(at_.y + velocity_.y * ahead.count(), 0.0, field_size.y - 1.0);
    const auto passed = std::chrono::duration<double>(now - shown_at_).count();
    const auto share = x_ < 0 ? 1.0 : 1.0 - std::exp(-passed / glide_s);
    x_ = x_ < 0 ? x : x_ + (x - x_) * share;
    y_ = y_ < 0 ? y : y_ + (y - y_) * share;
    shown_at_ = now;
}

void Game::set_members(const std::set<base::MemberIndex>& members) {
    members_ = members;
    // What they shot stays until the round is over: the targets are gone for everyone.
    if (!round_) std::erase_if(others_, [&](const auto& entry) { return !members.contains(entry.first); });
}

bool Game::is_fresh(const Other& other) const { return now_ - other.heard_at < silence_max; }

std::size_t Game::supporters(const RoundId& round) const {
    const auto names = [&](const auto& entry) { return is_fresh(entry.second) && entry.second.round == round; };
    return static_cast<std::size_t>(std::ranges::count_if(others_, names)) + (round_ == round ? 1 : 0);
}

/// Programs that follow the rules name two rounds at a time only where two people started at once. Otherwise more
/// people count, so that one who names another round plays alone.
bool Game::prefers(const RoundId& offered) const {
    const auto time = since(offered, now_);
    const auto soon = std::chrono::duration_cast<RoundTime>(silence_max);
    if (time < -countdown - soon || time >= round_length + result_delay || offered.starter.value() == 0) return false;
    if (!round_ || phase() == Phase::over) return round_ != offered;
    const auto apart = std::chrono::abs(offered.start - round_->start);
    if (apart < same_moment) return offered < *round_;
    return supporters(offered) > supporters(*round_);
}

void Game::enter(const RoundId& round) {
    round_ = round;
    referee_.emplace(round);
    own_ = {};
    std::erase_if(others_, [&](const auto& entry) { return !members_.contains(entry.first); });
    for (auto& [member, other] : others_)
        other.log = {};
}

void Game::receive(base::MemberIndex sender, base::ConferenceTime sent_at, base::ByteView body) {
    if (sender == self_ || !members_.contains(sender)) return;
    const auto update = decode(body);
    if (!update) return;
    auto& other = others_[sender];
    other.heard_at = now_;
    other.sight.set(update->sight, update->velocity, sent_at);
    other.round = update->round;
    if (update->round && update->round != round_ && prefers(*update->round)) enter(*update->round);
    if (!round_ || update->round != round_) return;
    other.log.take(*update, since(*round_, sent_at));
}

void Game::judge() {
    bool news = own_.take_news();
    for (auto& [member, other] : others_)
        news = other.log.take_news() || news;
    if (!news || !referee_) return;
    std::vector<FiredShot> shots;
    const auto add = [&](base::MemberIndex member, const ShotLog& log) {
        for (const auto& [number, shot] : log.shots())
            shots.push_back({member, shot});
    };
    add(self_, own_);
    for (const auto& [member, other] : others_)
        add(member, other.log);
    referee_->judge(std::move(shots));
}

void Game::advance(base::ConferenceTime now) {
    now_ = std::max(now_, now);
    for (auto& [member, other] : others_)
        other.sight.advance(now_);
    // Once a picture, however many messages came.
    judge();
}

bool Game::start_round() {
    const auto now = phase();
    if (now != Phase::idle && now != Phase::over) return false;
    enter({now_ + countdown, self_});
    return true;
}

void Game::aim(Point at) { sight_ = clamp(at); }

std::optional<Shot> Game::fire() {
    if (phase() != Phase::running) return std::nullopt;
    // Times are sent in units of 2 ms.
    const RoundTime at{time().count() / 2 * 2};
    if (!own_.may_fire(at)) return std::nullopt;
    const Shot shot{at, sight_, referee_->under(sight_, at)};
    own_.add(shot);
    judge();
    return shot;
}

base::Bytes Game::message() {
    Update update;
    update.round = round_;
    update.sight = sight_;
    const auto passed = std::chrono::duration<double>(now_ - sent_at_).count();
    if (passed > 0 && passed < 1)
        update.velocity = {static_cast<std::int32_t>((sight_.x - sight_sent_.x) / passed),
                           static_cast<std::int32_t>((sight_.y - sight_sent_.y) / passed)};
    sight_sent_ = sight_;
    sent_at_ = now_;
    own_.fill(update);
    return encode(update);
}

Phase Game::phase() const {
    if (!round_) return Phase::idle;
    const auto at = time();
    if (at < RoundTime{}) return Phase::ready;
    if (at < round_length) return Phase::running;
    return at < round_length + result_delay ? Phase::counting : Phase::over;
}

RoundTime Game::time() const { return round_ ? since(*round_, now_) : RoundTime{}; }

std::vector<LiveTarget> Game::targets() const {
    return phase() == Phase::running ? referee_->targets(time()) : std::vector<LiveTarget>{};
}

std::span<const JudgedShot> Game::judged() const {
    return referee_ ? referee_->judged() : std::span<const JudgedShot>{};
}

std::vector<Standing> Game::standings() const {
    std::map<base::MemberIndex, Score> all;
    if (referee_) all = referee_->scores();
    // Of a result, only those who fired: who is here at that moment may differ between clients.
    if (phase() != Phase::over) {
        all.try_emplace(self_);
        for (const auto& [member, other] : others_)
            if (is_fresh(other)) all.try_emplace(member);
    }
    std::vector<Standing> result;
    for (const auto& [member, score] : all)
        result.push_back({member, score});
    // Of equal points, fewer shots are better.
    std::ranges::sort(result, {}, [](const Standing& each) {
        return std::tuple{-std::int64_t{each.score.points}, each.score.shots, each.member};
    });
    return result;
}

Score Game::own_score() const {
    if (!referee_) return {};
    const auto found = referee_->scores().find(self_);
    return found == referee_->scores().end() ? Score{} : found->second;
}

std::map<base::MemberIndex, Point> Game::sights() const {
    std::map<base::MemberIndex, Point> result;
    for (const auto& [member, other] : others_)
        if (is_fresh(other)) result.emplace(member, other.sight.shown());
    return result;
}

} // namespace plenum::target
