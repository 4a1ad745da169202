// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/link_opener.h"

#include <QDesktopServices>
#include <QProcess>

#include <utility>

namespace plenum::app {
namespace {

const QString scheme = QStringLiteral("plenum");

} // namespace

LinkOpener::LinkOpener(QString program, QStringList words, QObject* parent)
    : QObject{parent},
      program_{std::move(program)},
      words_{std::move(words)} {
    QDesktopServices::setUrlHandler(scheme, this, "open");
}

LinkOpener::~LinkOpener() { QDesktopServices::unsetUrlHandler(scheme); }

void LinkOpener::open(const QUrl& link) {
    const auto words = QStringList{words_} << link.toString(QUrl::FullyEncoded);
    if (!QProcess::startDetached(program_, words)) emit failed(link.toString(QUrl::FullyEncoded));
}

} // namespace plenum::app
