// SPDX-License-Identifier: Apache-2.0
// Whether people can read it: WCAG 2.1 AA, 1.4.3 (4.5 : 1 for text) and 1.4.11 (3 : 1 for controls and marks).
#include "ui/application.h"
#include "ui/port/simulated_conference.h"

#include <QColor>
#include <QGuiApplication>
#include <QQmlComponent>
#include <QQmlEngine>
#include <QQuickWindow>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace plenum::ui {
namespace {

double luminance(const QColor& colour) {
    const auto linear = [](double channel) {
        return channel <= 0.03928 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

double contrast(const QColor& one, const QColor& other) {
    const auto [low, high] = std::minmax({luminance(one), luminance(other)});
    return (high + 0.05) / (low + 0.05);
}

class Contrast : public testing::TestWithParam<bool> {
  protected:
    Contrast() {
        QQmlEngine& engine = *qmlEngine(application_window());
        QQmlComponent component{&engine};
        component.setData("import QtQml\nimport Plenum\nQtObject { property QtObject theme: Theme }", {});
        holder.reset(component.create());
        theme = holder->property("theme").value<QObject*>();
        theme->setProperty("dark", GetParam());
    }
    QQuickWindow* application_window() {
        if (!application.load()) qFatal("the screens cannot be loaded");
        return application.window();
    }
    [[nodiscard]] QColor colour(const char* name) const { return theme->property(name).value<QColor>(); }

    QTemporaryDir folder;
    SimulatedConference conference{{.others = 0, .automatic = false}};
    Application application{conference.ports(),
                            std::make_unique<QSettings>(folder.filePath("s.ini"), QSettings::IniFormat)};
    std::unique_ptr<QObject> holder;
    QObject* theme{nullptr};
};

TEST_P(Contrast, TextCanBeReadEverywhereItStands) {
    for (const auto* ink : {"ink", "inkDim", "accentInk", "goodInk", "fairInk", "badInk", "linkInk"})
        for (const auto* ground : {"window", "surface", "raised"})
            EXPECT_GE(contrast(colour(ink), colour(ground)), 4.5) << ink << " on " << ground;
    EXPECT_GE(contrast(colour("ink"), colour("raisedHover")), 4.5);
    EXPECT_GE(contrast(colour("ink"), colour("raisedPressed")), 4.5);
    EXPECT_GE(contrast(colour("ink"), colour("own")), 4.5);
    EXPECT_GE(contrast(colour("linkInk"), colour("own")), 4.5);
    EXPECT_GE(contrast(colour("textOnAccent"), colour("accent")), 4.5);
    EXPECT_GE(contrast(colour("textOnAccent"), colour("accentHover")), 4.5);
    EXPECT_GE(contrast(colour("textOnWarning"), colour("warning")), 4.5);
    EXPECT_GE(contrast(colour("textOnDanger"), colour("danger")), 4.5);
    EXPECT_GE(contrast(colour("textOnDanger"), colour("dangerHover")), 4.5);
    EXPECT_GE(contrast(colour("textOnOverlay"), colour("notice")), 4.5);
    EXPECT_GE(contrast(colour("warning"), colour("notice")), 4.5);
    EXPECT_GE(contrast(colour("textOnOverlay"), colour("hint")), 4.5);
    EXPECT_GE(contrast(colour("backdropInk"), colour("backdrop")), 4.5);
    EXPECT_GE(contrast(colour("backdropMark"), colour("backdrop")), 3.0);
}

TEST_P(Contrast, InitialsCanBeReadOnEveryTint) {
    const auto tints = theme->property("tints").toList();
    EXPECT_EQ(tints.size(), 6);
    for (const auto& tint : tints)
        for (const auto& end : tint.toList())
            EXPECT_GE(contrast(colour("tintInk"), QColor{end.toString()}), 4.5);
}

TEST_P(Contrast, ControlsAndFocusStandOut) {
    for (const auto* mark : {"focus", "outline"})
        for (const auto* ground : {"window", "surface"})
            EXPECT_GE(contrast(colour(mark), colour(ground)), 3.0) << mark << " on " << ground;
    EXPECT_GE(contrast(colour("focus"), colour("raised")), 3.0);
}

INSTANTIATE_TEST_SUITE_P(Themes, Contrast, testing::Bool(),
                         [](const auto& parameter) { return parameter.param ? "dark" : "light"; });

} // namespace
} // namespace plenum::ui
