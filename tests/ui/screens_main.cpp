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

// Each size, theme, language, direction and size of letters is among them.
const Walk::Look dark_and_wide{.size = {1440, 900}, .dark = true};
const Walk::Look light_from_the_right{
    .size = {1024, 640}, .dark = false, .right_to_left = true, .language = QStringLiteral("de")};
const Walk::Look large{.size = {1024, 640}, .dark = true, .language = QStringLiteral("de"), .text_scale = 1.5};
const Walk::Look large_and_wide{.size = {1440, 900}, .dark = true, .text_scale = 1.5};

INSTANTIATE_TEST_SUITE_P(Looks, Screens, testing::Values(dark_and_wide, light_from_the_right, large), name_of);
INSTANTIATE_TEST_SUITE_P(Looks, FewLooks, testing::Values(light_from_the_right, large_and_wide), name_of);
INSTANTIATE_TEST_SUITE_P(Looks, LargeText, testing::Values(large_and_wide, large), name_of);

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
