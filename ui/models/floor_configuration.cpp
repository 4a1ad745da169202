// SPDX-License-Identifier: Apache-2.0
#include "ui/models/floor_configuration.h"

#include "ui/models/floor_words.h"
#include "ui/models/members_model.h"

#include <algorithm>

namespace plenum::ui {
namespace {

/// Without what is said of `key`, and with `key=value` where there is a value.
QString with_option(const QString& parameters, const QString& key, const QString& value) {
    auto words = parameters.split(QLatin1Char{' '}, Qt::SkipEmptyParts);
    words.removeIf([&](const QString& word) { return word.startsWith(key + QLatin1Char{'='}); });
    if (!value.isEmpty()) words << key + QLatin1Char{'='} + value;
    return words.join(QLatin1Char{' '});
}

QString value_of(const QString& parameters, const QString& key, const QString& otherwise) {
    for (const auto& word : parameters.split(QLatin1Char{' '}, Qt::SkipEmptyParts))
        if (word.startsWith(key + QLatin1Char{'='})) return word.mid(key.size() + 1);
    return otherwise;
}

} // namespace

QString FloorConfiguration::style_heading() const { return FloorWords::style_heading(state_.floor.purpose()); }
QString FloorConfiguration::limit_title() const { return FloorWords::limit(state_.floor.purpose()); }

StyleWords FloorConfiguration::style() const {
    const auto* found = state_.port.find_style(settings().style);
    return {.title = FloorWords::style_title(settings().style, found),
            .about = FloorWords::style_about(settings().style, found, state_.floor.purpose()),
            .example = found == nullptr ? QString{} : QString::fromUtf8(found->parameters)};
}

/// The last is that moderators decide.
StyleChoice FloorConfiguration::styles() const {
    StyleChoice choice;
    const auto add = [&](const QString& id, const base::PluginDescriptor* style) {
        choice.ids << id;
        choice.titles << FloorWords::style_title(id, style);
        choice.abouts << FloorWords::style_about(id, style, state_.floor.purpose());
    };
    for (const auto& style : state_.port.floor_styles())
        if (style.offered) add(QString::fromUtf8(style.id), &style);
    add({}, nullptr);
    choice.chosen = static_cast<int>(choice.ids.indexOf(settings().style));
    return choice;
}

QVariantList FloorConfiguration::options() const {
    QVariantList shown;
    const auto* style = state_.port.find_style(settings().style);
    if (style == nullptr) return shown;
    for (const auto& option : std::span{style->options, style->option_count}) {
        if (option.title == nullptr) continue;
        const auto key = QString::fromUtf8(option.key);
        const auto values = QString::fromUtf8(option.values).split(QLatin1Char{'|'}, Qt::SkipEmptyParts);
        const auto usual = values.isEmpty() ? QString::number(option.usual) : values.front();
        shown << QVariant::fromValue(StyleOption{.key = key,
                                                 .title = FloorWords::of_style(option.title),
                                                 .value = value_of(parameters(), key, usual),
                                                 .values = values,
                                                 .least = static_cast<int>(option.least),
                                                 .most = static_cast<int>(option.most)});
    }
    return shown;
}

QString FloorConfiguration::sharing_obstacle() const {
    const auto* style = state_.port.find_style(settings().style);
    if (style == nullptr || style->copies_while == nullptr) return {};
    const auto needed = QString::fromUtf8(style->copies_while);
    for (const auto& each : options()) {
        const auto option = each.value<StyleOption>();
        if (needed.startsWith(option.key + QLatin1Char{'='}) && needed.mid(option.key.size() + 1) != option.value)
            return tr("Can be shared only with “%1”", "a rule of the floor's style").arg(option.title);
    }
    return {};
}

void FloorConfiguration::configure(const FloorSettings& settings) {
    if (settings == this->settings()) return;
    state_.port.act_on_floor(ConfigureFloor{state_.floor.id, settings, this->settings()});
}

FloorSettings FloorConfiguration::rules_of(const base::PluginDescriptor& style, const FloorSettings& before,
                                           const QList<base::MemberIndex>& moderators) {
    auto rules = before;
    rules.style = QString::fromUtf8(style.id);
    rules.parameters.clear();
    rules.panel = style.panel ? moderators : QList<base::MemberIndex>{};
    std::ranges::sort(rules.panel);
    rules.holders_max = static_cast<int>(style.holders_max);
    return rules;
}

void FloorConfiguration::set_style(const QString& id) {
    if (id == settings().style) return;
    QList<base::MemberIndex> moderators;
    for (int row = 0; row < state_.members.rowCount(); ++row) {
        const auto member = state_.members.index(row);
        if (member.data(MembersModel::is_moderator_role).toBool())
            moderators.append(base::MemberIndex{member.data(MembersModel::index_role).toUInt()});
    }
    const auto* style = state_.port.find_style(id);
    auto rules = rules_of(style == nullptr ? base::PluginDescriptor{} : *style, settings(), moderators);
    rules.style = id;
    configure(rules);
}

void FloorConfiguration::set_option(const QString& key, const QString& value) {
    set_parameters(with_option(parameters(), key, value));
}

void FloorConfiguration::set_parameters(const QString& parameters) {
    auto rules = settings();
    rules.parameters = parameters.trimmed();
    configure(rules);
}

void FloorConfiguration::set_locked(bool locked) {
    auto rules = settings();
    rules.locked = locked;
    configure(rules);
}

void FloorConfiguration::set_moderated(bool moderated) {
    auto rules = settings();
    rules.moderated = moderated;
    configure(rules);
}

void FloorConfiguration::set_may_pass_on(bool may) {
    auto rules = settings();
    rules.may_pass = may;
    configure(rules);
}

void FloorConfiguration::set_may_share_it(bool may) {
    auto rules = settings();
    const auto* style = state_.port.find_style(rules.style);
    const bool for_one = style == nullptr || style->holders_max == 1;
    rules.may_share = may;
    if (may && rules.holders_max == 1) rules.holders_max = 2;
    if (!may && rules.holders_max == 2 && for_one) rules.holders_max = 1;
    if (style != nullptr && style->sharing != nullptr) {
        const auto sharing = QString::fromUtf8(style->sharing).split(QLatin1Char{'='});
        rules.parameters = with_option(rules.parameters, sharing.first(), may ? sharing.last() : QString{});
    }
    configure(rules);
}

void FloorConfiguration::set_limit(int seconds) {
    auto rules = settings();
    SpeakingLimit::set(rules, seconds);
    configure(rules);
}

void FloorConfiguration::remove() {
    auto rules = settings();
    rules.style.clear();
    rules.parameters.clear();
    rules.panel.clear();
    rules.holders_max = 0;
    configure(rules);
    state_.port.act_on_floor(OpenFloor{state_.floor.id});
}

} // namespace plenum::ui
