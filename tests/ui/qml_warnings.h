// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

namespace plenum::ui {

/// From its making on, `told` gets what Qt says about a file of the screens: a type error, a loop of bindings, a
/// layout that never comes to rest. All goes to standard error as before. One at a time.
class QmlWarnings {
  public:
    explicit QmlWarnings(std::function<void(const std::string&)> told);
    ~QmlWarnings();
    QmlWarnings(const QmlWarnings&) = delete;
    QmlWarnings& operator=(const QmlWarnings&) = delete;
};

} // namespace plenum::ui
