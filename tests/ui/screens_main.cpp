// SPDX-License-Identifier: Apache-2.0
// The looks in which the screens are walked through.
#include "tests/ui/frames.h"
#include "tests/ui/qml_warnings.h"
#include "tests/ui/screens.h"

#include <QAccessible>
#include <QGuiApplication>

namespace plenum::ui {
namespace {

std::string name_of(const testing::TestParamInfo<Walk::Look>& parameter) {
    const auto& look = parameter.param;
    return QStringLiteral("%1x%2_%3%4%5%6")
        .arg(look.size.width())
        .arg(look.size.height())
        .arg(look.dark ? "dark" : "light", look.right_to_left ? "_rtl" : "",
             look.language == QLatin1String{"de"} ? "_de" : "", look.text_scale > 1 ? "_large" : "")
        .toStdString();
}

INSTANTIATE_TEST_SUITE_P(
    Looks, Screens,
    testing::Values(Walk::Look{.size = {1440, 900}, .dark = true}, Walk::Look{.size = {1024, 640}, .dark = false},
                    Walk::Look{
                        .size = {1200, 760}, .dark = false, .right_to_left = true, .language = QStringLiteral("de")},
                    Walk::Look{.size = {1024, 640}, .dark = true, .language = QStringLiteral("de"), .text_scale = 1.5}),
    name_of);
INSTANTIATE_TEST_SUITE_P(
    Looks, FewLooks,
    testing::Values(Walk::Look{.size = {1440, 900}, .dark = true},
                    Walk::Look{.size = {1024, 640}, .dark = false, .language = QStringLiteral("de")},
                    Walk::Look{.size = {1440, 900}, .dark = true, .language = QStringLiteral("de"), .text_scale = 1.5},
                    Walk::Look{.size = {1280, 800}, .dark = true, .right_to_left = true, .text_scale = 1.5}),
    name_of);

std::vector<Walk::Look> large_looks() {
    std::vector<Walk::Look> looks;
    for (const auto size : {QSize{1440, 900}, QSize{1024, 640}})
        for (const auto* language : {"en", "de"})
            looks.push_back({.size = size, .language = QString::fromLatin1(language), .text_scale = 1.5});
    return looks;
}
INSTANTIATE_TEST_SUITE_P(Looks, LargeText, testing::ValuesIn(large_looks()), name_of);

} // namespace
} // namespace plenum::ui

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    plenum::ui::Application::prepare();
    plenum::ui::frames::draw_seldom();
    const QGuiApplication application{argc, argv};
    QAccessible::setActive(true);
    const plenum::ui::QmlWarnings warnings{[](const std::string& words) { ADD_FAILURE() << words; }};
    return RUN_ALL_TESTS();
}
