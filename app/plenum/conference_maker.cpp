// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/conference_maker.h"

#include "app/plenum/translate.h"

#include <chrono>
#include <system_error>
#include <utility>

namespace plenum::app {
namespace {

/// More than a connection takes until it gives up (node::Connection::Options), and the time of name servers.
constexpr base::Duration making_time_max = std::chrono::seconds{15};

} // namespace

void ConferenceMaker::make(client::CreateOptions options) {
    cancel();
    auto work = [this, number = number_, options = std::move(options)](const std::stop_token& stop) {
        auto made = client::make_conference(options, making_time_max, stop);
        QMetaObject::invokeMethod(
            this, [this, number, made = std::move(made)] { take(number, made); }, Qt::QueuedConnection);
    };
    try {
        thread_ = std::make_unique<std::jthread>(std::move(work));
    } catch (const std::system_error&) {
        const Made none = std::unexpected(client::Finished{client::FailReason::not_begun, "No thread can be started."});
        QMetaObject::invokeMethod(this, [this, number = number_, none] { take(number, none); }, Qt::QueuedConnection);
    }
}

void ConferenceMaker::cancel() {
    ++number_;
    if (!thread_) return;
    thread_->request_stop();
    background_.dispose(std::move(thread_));
}

void ConferenceMaker::take(int number, const Made& made) {
    if (number != number_) return;
    background_.dispose(std::move(thread_));
    if (made)
        emit this->made(*made);
    else
        emit failed(creation_facts(made.error()));
}

} // namespace plenum::app
