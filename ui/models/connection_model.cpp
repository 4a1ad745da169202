// SPDX-License-Identifier: Apache-2.0
#include "ui/models/connection_model.h"

#include "ui/models/sentences.h"

namespace plenum::ui {

ConnectionModel::ConnectionModel(SessionPort& port, QObject* parent) : QObject{parent}, port_{port} {
    answer_timer_.setSingleShot(true);
    answer_timer_.setInterval(answer_wait);
    answer_timer_.setObjectName(QStringLiteral("answerTimer"));
    connect(&answer_timer_, &QTimer::timeout, this, [this] {
        unanswered_ = true;
        emit changed();
    });
    connect(&port_, &SessionPort::state_changed, this, &ConnectionModel::follow_state);
    connect(&port_, &SessionPort::agreement_changed, this, [this](Agreement agreement) {
        agreement_ = agreement;
        emit changed();
    });
}

void ConnectionModel::follow_state() {
    if (port_.state() != ConnectionState::in_call && !reconnecting()) {
        agreement_ = Agreement::confirmed;
        moved_here_ = false;
    }
    unanswered_ = false;
    if (reconnecting())
        answer_timer_.start();
    else
        answer_timer_.stop();
    emit changed();
}

void ConnectionModel::handle(const RelayMove& move) {
    moved_here_ = move.to_self;
    emit changed();
}

QString ConnectionModel::unanswered() const {
    if (!unanswered_) return {};
    return port_.conference().relay_keeps ? QStringLiteral("relay") : QStringLiteral("host");
}

/// While the connection is interrupted there is nothing else to say. Of a late confirmation nobody needs to know: it
/// asks for nothing.
QString ConnectionModel::doubt() const {
    const auto told = port_.state() == ConnectionState::in_call && agreement_ != Agreement::late;
    return told ? Sentences::agreement(agreement_) : QString{};
}

bool ConnectionModel::suspended() const {
    return !doubt().isEmpty() && (agreement_ == Agreement::lost || agreement_ == Agreement::forked);
}

QString ConnectionModel::progress() const { return Sentences::progress(port_.state()); }

} // namespace plenum::ui
