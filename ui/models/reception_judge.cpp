// SPDX-License-Identifier: Apache-2.0
#include "ui/models/reception_judge.h"

#include <algorithm>
#include <ranges>

namespace plenum::ui {
namespace {

/// Looks that come faster count as one, so that there are few.
constexpr base::Duration look_interval = std::chrono::milliseconds{500};
/// After a longer pause between two looks the link was away, and what was before says nothing.
constexpr base::Duration pause_max = std::chrono::seconds{3};
/// Far past what concealment hides.
constexpr std::uint64_t lost_percent = 20;
/// A second of sound.
constexpr std::uint64_t packets_least = 50;
/// As many as a single voice sends in a second.
constexpr std::uint64_t wasted_least = 50;

bool is_gone(const Figures& figures, base::MemberIndex member, auto part) {
    return std::ranges::none_of(figures.people, [&](const PersonFigures& person) {
        return person.index == member && (person.*part).has_value();
    });
}

} // namespace

void ReceptionJudge::Window::add(const Counts& counts) {
    // Whoever comes back is counted anew.
    if (!looks_.empty() && (counts.good < looks_.back().good || counts.bad < looks_.back().bad)) looks_.clear();
    if (looks_.size() > 1 && counts.at - looks_[looks_.size() - 2].at < look_interval) looks_.pop_back();
    looks_.push_back(counts);
    while (looks_.size() > 2 && counts.at - looks_[1].at >= patience)
        looks_.pop_front();
}

void ReceptionJudge::clear() { *this = {}; }

std::optional<ReceptionFault> ReceptionJudge::look(const Figures& figures, const QList<base::MemberIndex>& speaking,
                                                   base::LocalTime now) {
    if (now - looked_at_ > pause_max) clear();
    looked_at_ = now;
    take_voices(figures, speaking, now);
    take_cameras(figures, now);
    messages_.add({now, figures.own.received, figures.own.discarded + figures.own.undecryptable});
    const auto heard = voices();
    const auto seen = cameras(now);
    const bool nothing_comes = !heard.one_comes && !seen.one_comes;
    if ((heard.none_comes && seen.none_comes) || (nothing_comes && wastes_messages()))
        return ReceptionFault::hears_and_sees_nobody;
    if (heard.none_comes) return ReceptionFault::hears_nobody;
    if (seen.none_comes) return hears_a_camera_owner() ? ReceptionFault::sees_nobody : ReceptionFault::senders_silent;
    return loses_speech(now) ? std::optional{ReceptionFault::speech_lost} : std::nullopt;
}

void ReceptionJudge::take_voices(const Figures& figures, const QList<base::MemberIndex>& speaking,
                                 base::LocalTime now) {
    std::erase_if(voices_, [&](const auto& item) { return is_gone(figures, item.first, &PersonFigures::sound); });
    for (const auto& person : figures.people) {
        if (!person.sound) continue;
        auto& voice = voices_[person.index];
        voice.packets.add({now, person.sound->played, person.sound->missing});
        if (speaking.contains(person.index)) voice.spoke_at = now;
    }
}

void ReceptionJudge::take_cameras(const Figures& figures, base::LocalTime now) {
    const auto is_off = [&](const auto& item) { return is_gone(figures, item.first, &PersonFigures::pictures); };
    std::erase_if(cameras_, is_off);
    std::erase_if(shown_at_, is_off);
    for (const auto& person : figures.people)
        if (person.pictures) cameras_.try_emplace(person.index, now);
}

ReceptionJudge::Verdict ReceptionJudge::voices() const {
    const auto comes = [](const Voice& voice) { return voice.packets.good() > 0; };
    const auto fails = [&](const Voice& voice) { return voice.packets.full() && !comes(voice); };
    const auto all = std::views::values(voices_);
    return {.none_comes = !voices_.empty() && std::ranges::all_of(all, fails),
            .one_comes = std::ranges::any_of(all, comes)};
}

ReceptionJudge::Verdict ReceptionJudge::cameras(base::LocalTime now) const {
    const auto shown_since = [&](base::MemberIndex member, base::LocalTime since) {
        const auto shown = shown_at_.find(member);
        return shown == shown_at_.end() ? since : std::max(since, shown->second);
    };
    const auto fails = [&](const auto& item) { return now - shown_since(item.first, item.second) >= patience; };
    const auto comes = [&](const auto& item) { return shown_at_.contains(item.first) && !fails(item); };
    return {.none_comes = !cameras_.empty() && std::ranges::all_of(cameras_, fails),
            .one_comes = std::ranges::any_of(cameras_, comes)};
}

bool ReceptionJudge::hears_a_camera_owner() const {
    return std::ranges::any_of(std::views::keys(cameras_), [this](auto owner) { return voices_.contains(owner); });
}

bool ReceptionJudge::loses_speech(base::LocalTime now) const {
    return std::ranges::any_of(std::views::values(voices_), [&](const Voice& voice) {
        const auto due = voice.packets.good() + voice.packets.bad();
        const bool spoke = voice.spoke_at != base::LocalTime{} && now - voice.spoke_at < patience;
        return spoke && voice.packets.full() && due >= packets_least && 100 * voice.packets.bad() >= lost_percent * due;
    });
}

bool ReceptionJudge::wastes_messages() const {
    return messages_.full() && messages_.bad() >= wasted_least && messages_.bad() >= messages_.good();
}

} // namespace plenum::ui
