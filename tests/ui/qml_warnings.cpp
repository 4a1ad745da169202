// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/qml_warnings.h"

#include <QString>
#include <QtGlobal>

#include <algorithm>
#include <array>
#include <utility>

namespace plenum::ui {
namespace {

std::function<void(const std::string&)> listener;
QtMessageHandler before = nullptr;

/// Qt measures a wrapped text a second time, and then lets it be. Or a control went while the word about it was to
/// come.
constexpr std::array harmless{"Aborting after two iterations", "cannot find any window to open popup in"};

bool is_fault(const QString& message) {
    return message.startsWith(QLatin1String{"qrc:"}) && message.contains(QLatin1String{"/Plenum/qml/"}) &&
           std::ranges::none_of(harmless, [&](const char* words) { return message.contains(QLatin1String{words}); });
}

void take(QtMsgType type, const QMessageLogContext& context, const QString& message) {
    if (before != nullptr) before(type, context, message);
    if (is_fault(message)) listener(message.toStdString());
}

} // namespace

QmlWarnings::QmlWarnings(std::function<void(const std::string&)> told) {
    listener = std::move(told);
    before = qInstallMessageHandler(take);
}

QmlWarnings::~QmlWarnings() { qInstallMessageHandler(before); }

} // namespace plenum::ui
