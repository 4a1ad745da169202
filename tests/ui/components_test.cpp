// SPDX-License-Identifier: Apache-2.0
#include <QQmlEngine>
#include <QtQuickTest>

extern void qml_register_types_Plenum();

/// The module is linked in: nothing on disk stands for it.
class Setup : public QObject {
    Q_OBJECT

  public slots:
    void qmlEngineAvailable(QQmlEngine* engine) {
        qml_register_types_Plenum();
        engine->addImportPath(QStringLiteral("qrc:/qt-project.org/imports"));
    }
};

QUICK_TEST_MAIN_WITH_SETUP(components, Setup)

#include "components_test.moc"
