// SPDX-License-Identifier: Apache-2.0
#include "ui/models/incoming_video.h"

#include "ui/models/figure_words.h"

#include <algorithm>
#include <array>
#include <utility>

namespace plenum::ui {
namespace {

struct ShareName {
    VideoShare share;
    QLatin1String name;
};
constexpr std::array share_names{
    ShareName{VideoShare::everything, QLatin1String{"everything"}},
    ShareName{VideoShare::half, QLatin1String{"half"}},
    ShareName{VideoShare::low, QLatin1String{"low"}},
    ShareName{VideoShare::small, QLatin1String{"small"}},
    ShareName{VideoShare::stills, QLatin1String{"stills"}},
    ShareName{VideoShare::none, QLatin1String{"none"}},
};

QString name_of(VideoShare share) { return std::ranges::find(share_names, share, &ShareName::share)->name; }

std::optional<VideoShare> share_named(const QString& name) {
    const auto found = std::ranges::find_if(share_names, [&](const ShareName& each) { return name == each.name; });
    return found == share_names.end() ? std::nullopt : std::optional{found->share};
}

} // namespace

IncomingVideo::IncomingVideo(const ConferencePorts& ports, const MembersModel& members, const Pictures& pictures,
                             Settings& settings, QObject* parent)
    : QObject{parent},
      port_{ports.incoming_video},
      members_{members},
      settings_{settings} {
    connect(&ports.people, &PeoplePort::member_changed, this, &IncomingVideo::take);
    connect(&ports.people, &PeoplePort::member_left, this, [this](base::MemberIndex index) {
        keys_.erase(index);
        rates_.erase(index);
        tiles_.forget(index);
        emit changed();
    });
    connect(&port_, &IncomingVideoPort::rates_changed, this, [this](const QList<VideoRate>& rates) {
        rates_.clear();
        for (const auto& rate : rates)
            rates_[rate.index] = rate;
        tell(tiles_.settle());
        emit changed();
    });
    connect(&pictures, &Pictures::width_changed, this, [this](int member_index, int width) {
        const base::MemberIndex member{static_cast<std::uint32_t>(std::max(member_index, 0))};
        if (keys_.contains(member)) tell(tiles_.set_width(member, width));
    });
    connect(&settings_, &Settings::changed, this, &IncomingVideo::follow_settings);
    follow_settings();
}

void IncomingVideo::follow_settings() {
    const auto wanted = share_named(settings_.incoming_video()).value_or(VideoShare::everything);
    if (std::exchange(all_, wanted) == wanted) return;
    port_.set_share_of_all(all_);
    emit changed();
}

void IncomingVideo::tell(const std::vector<TileSizes::Change>& changes) {
    for (const auto& change : changes)
        port_.set_small_enough(change.member, change.small_enough);
}

void IncomingVideo::take(const Member& member) {
    if (member.is_self || !keys_.emplace(member.index, member.acquaintance.key).second) return;
    if (const auto choice = choice_of(member.index)) port_.set_share(member.index, choice);
    emit changed();
}

void IncomingVideo::clear() {
    keys_.clear();
    choices_.clear();
    rates_.clear();
    tiles_.clear();
    show(0);
}

IncomingVideo::Choice IncomingVideo::choice_of(base::MemberIndex member) const {
    const auto key = keys_.find(member);
    if (key == keys_.end() || !choices_.contains(key->second)) return std::nullopt;
    return choices_.value(key->second);
}

VideoShare IncomingVideo::share_of(base::MemberIndex member) const { return choice_of(member).value_or(all_); }

void IncomingVideo::set(base::MemberIndex member, Choice choice) {
    const auto key = keys_.find(member);
    if (key == keys_.end()) return;
    if (choice)
        choices_[key->second] = *choice;
    else
        choices_.remove(key->second);
    port_.set_share(member, choice);
    emit changed();
}

void IncomingVideo::show(int member_index) {
    shown_ = base::MemberIndex{static_cast<std::uint32_t>(member_index)};
    before_.reset();
    emit changed();
}

void IncomingVideo::choose(const QString& share) {
    const auto wanted = share_named(share);
    if (!wanted || !keys_.contains(shown_) || *wanted == share_of(shown_)) return;
    if (!before_) before_ = choice_of(shown_);
    set(shown_, *wanted == all_ ? std::nullopt : wanted);
}

void IncomingVideo::undo() {
    if (before_) set(shown_, *std::exchange(before_, std::nullopt));
    emit changed();
}

// --- for the screen ---

QVariantMap IncomingVideo::reduced() const {
    QVariantMap result;
    for (const auto& [member, key] : keys_) {
        const auto share = share_of(member);
        const auto word = share == VideoShare::half     ? tr("½ pictures", "on a tile: half of them are received")
                          : share == VideoShare::low    ? tr("¼ pictures", "on a tile: a quarter is received")
                          : share == VideoShare::small  ? tr("Small", "on a tile: small pictures are received")
                          : share == VideoShare::stills ? tr("Stills", "on a tile")
                          : share == VideoShare::none   ? tr("Picture off", "on a tile: by ourselves")
                                                        : QString{};
        if (!word.isEmpty()) result[QString::number(member.value())] = word;
    }
    return result;
}

QVariantMap IncomingVideo::declined() const {
    QVariantMap result;
    for (const auto& [member, key] : keys_)
        if (share_of(member) == VideoShare::none) result[QString::number(member.value())] = true;
    return result;
}

QString IncomingVideo::share() const { return name_of(share_of(shown_)); }

QVariantList IncomingVideo::choices() const {
    const auto known = rates_.find(shown_);
    const auto words = [](VideoShare share) {
        switch (share) {
        case VideoShare::everything: return tr("Everything");
        case VideoShare::half: return tr("Half of the pictures");
        case VideoShare::low: return tr("A quarter of the pictures");
        case VideoShare::small: return tr("Small pictures");
        case VideoShare::stills: return tr("A still each second");
        case VideoShare::none: break;
        }
        return tr("No pictures, sound only");
    };
    QVariantList result;
    for (const auto& [share, name] : share_names) {
        QString explanation;
        if (known != rates_.end() && known->second.expected.contains(share)) {
            const auto all = known->second.expected.value(VideoShare::everything);
            const auto less = known->second.expected.value(share);
            explanation = share == VideoShare::everything
                              ? tr("About %1").arg(FigureWords::rate(all))
                              : tr("About %1, saves %2")
                                    .arg(FigureWords::rate(less),
                                         FigureWords::rate(base::ByteRate{all.value() - std::min(all, less).value()}));
        }
        result << QVariantMap{{QStringLiteral("share"), QString{name}},
                              {QStringLiteral("words"), words(share)},
                              {QStringLiteral("explanation"), explanation}};
    }
    return result;
}

QVariantMap IncomingVideo::path() const {
    const auto known = rates_.find(shown_);
    const auto share = share_of(shown_);
    if (known == rates_.end() || !known->second.expected.contains(VideoShare::everything)) return {};
    const auto sent = known->second.expected.value(VideoShare::everything);
    const auto received = std::min(sent, known->second.expected.value(share));
    const auto part =
        sent.value() == 0 ? 1.0 : static_cast<double>(received.value()) / static_cast<double>(sent.value());
    const auto saved = FigureWords::rate(base::ByteRate{sent.value() - received.value()});
    return {
        {QStringLiteral("sent"), FigureWords::rate(sent)},
        {QStringLiteral("received"), FigureWords::rate(received)},
        {QStringLiteral("share"), part},
        {QStringLiteral("words"), share == VideoShare::everything
                                      ? tr("Everything that they send reaches you: %1.").arg(FigureWords::rate(sent))
                                      : tr("They send %1. The relay passes %2 on to you, which saves %3.")
                                            .arg(FigureWords::rate(sent), FigureWords::rate(received), saved)}};
}

QString IncomingVideo::rate() const {
    const auto known = rates_.find(shown_);
    if (known == rates_.end()) return tr("No picture has come yet, so it is not known what it takes.");
    const auto now = FigureWords::rate(known->second.now);
    if (!known->second.expected.contains(VideoShare::everything) || share_of(shown_) == VideoShare::everything)
        return tr("Their camera takes %1 of your connection now.").arg(now);
    return tr("Their camera takes %1 of your connection now. Before, it took %2.")
        .arg(now, FigureWords::rate(known->second.expected.value(VideoShare::everything)));
}

} // namespace plenum::ui
