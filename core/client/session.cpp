// SPDX-License-Identifier: Apache-2.0
#include "core/client/session.h"

#include "core/client/session_setup.h"
#include "core/client/session_worker.h"
#include "core/runtime/clock.h"
#include "core/runtime/node_core.h"
#include "core/runtime/threads.h"

#include <system_error>
#include <thread>
#include <utility>

namespace plenum::client {

struct Session::Impl {
    Impl(const SessionSetup& setup, runtime::Signal events_signal, runtime::Signal media_signal)
        : core{setup.node},
          worker{setup.goal, std::move(events_signal), std::move(media_signal)} {}

    [[nodiscard]] static std::expected<std::unique_ptr<Impl>, std::string>
    start(std::expected<SessionSetup, std::string> setup);
    void run();
    [[nodiscard]] std::expected<void, PostError> post(node::Command command) {
        if (worker.status.finished()) return std::unexpected(PostError::over);
        if (!loop->post(std::move(command))) return std::unexpected(PostError::full);
        return {};
    }

    runtime::NodeCore core;
    SessionWorker worker;
    std::unique_ptr<runtime::EventLoop> loop;
    std::thread thread;
};

void Session::Impl::run() {
    runtime::name_thread("plenum-loop");
    (void)runtime::raise_thread_priority(runtime::ThreadWork::delivery);
    // The first of all.
    std::ignore = loop->run_soon([this] { worker.begin(); });
    loop->run();
    worker.close();
}

std::expected<std::unique_ptr<Session::Impl>, std::string>
Session::Impl::start(std::expected<SessionSetup, std::string> setup) {
    if (!setup) return std::unexpected(setup.error());
    auto events = runtime::Signal::create();
    if (!events) return std::unexpected(events.error());
    auto media = runtime::Signal::create();
    if (!media) return std::unexpected(media.error());
    auto impl = std::make_unique<Impl>(*setup, std::move(*events), std::move(*media));
    auto loop = runtime::EventLoop::create(std::move(setup->socket), impl->core, nullptr, impl->worker);
    if (!loop) return std::unexpected(loop.error());
    impl->loop = std::move(*loop);
    impl->worker.attach(*impl->loop);
    try {
        impl->thread = std::thread{[started = impl.get()] { started->run(); }};
    } catch (const std::system_error&) {
        return std::unexpected("The system starts no more threads; close other programs and try again.");
    }
    return impl;
}

Session::Session(std::unique_ptr<Impl> impl) : impl_{std::move(impl)} {}

Session::~Session() {
    leave();
    impl_->thread.join();
}

Session::Result Session::host(const HostOptions& options) {
    auto impl = Impl::start(prepare(options));
    if (!impl) return std::unexpected(impl.error());
    return std::unique_ptr<Session>{new Session{std::move(*impl)}};
}

Session::Result Session::join(const JoinOptions& options) {
    auto impl = Impl::start(prepare(options));
    if (!impl) return std::unexpected(impl.error());
    return std::unique_ptr<Session>{new Session{std::move(*impl)}};
}

Session::Result Session::create(const CreateOptions& options) {
    auto impl = Impl::start(prepare(options));
    if (!impl) return std::unexpected(impl.error());
    return std::unique_ptr<Session>{new Session{std::move(*impl)}};
}

EventQueue<Event>& Session::events() { return impl_->worker.queues.events; }
EventQueue<MediaEvent>& Session::media() { return impl_->worker.queues.media; }

std::expected<void, PostError> Session::publish(node::Publish message) { return impl_->post(std::move(message)); }

std::expected<void, PostError> Session::request_key_frame(base::FlowId flow, base::MemberIndex sender) {
    return impl_->post(node::RequestKeyFrame{flow, sender});
}

std::expected<void, PostError> Session::send_tree_packet(node::SendTreePacket packet) {
    return impl_->post(std::move(packet));
}

std::expected<void, PostError> Session::pull(const node::Pull& pull) { return impl_->post(pull); }
std::expected<void, PostError> Session::subscribe(node::Subscribe subscription) { return impl_->post(subscription); }

std::expected<void, PostError> Session::offer_sizes(node::OfferSizes offer) { return impl_->post(offer); }

std::expected<void, PostError> Session::moderate(const Moderation& act) {
    return std::visit([this](const auto& command) { return impl_->post(command); }, act);
}

std::expected<void, PostError> Session::act(const FloorAct& act) {
    return std::visit([this](const auto& command) { return impl_->post(command); }, act);
}

std::expected<void, PostError> Session::take_minutes() {
    const auto clock = std::chrono::system_clock::now().time_since_epoch();
    const auto us = std::chrono::duration_cast<std::chrono::microseconds>(clock).count();
    return impl_->post(node::TakeMinutes{static_cast<std::uint64_t>(us)});
}

// Where the loop has no room, as many of these wait already.
void Session::leave() {
    std::ignore = impl_->loop->run_soon([worker = &impl_->worker] { worker->leave(); });
}

void Session::end() {
    std::ignore = impl_->loop->run_soon([worker = &impl_->worker] { worker->end(); });
}

void Session::close_relay() {
    std::ignore = impl_->loop->run_soon([worker = &impl_->worker] { worker->close_relay(); });
}

void Session::leave_relay_running() {
    std::ignore = impl_->loop->run_soon([worker = &impl_->worker] { worker->leave_relay_running(); });
}

bool Session::wait_finished(base::Duration timeout) const { return impl_->worker.status.wait_finished(timeout); }
base::LocalTime Session::now() { return runtime::now(); }
std::optional<base::ClockOffset> Session::conference_clock() const { return impl_->worker.status.conference_clock(); }

namespace {

/// There is no link yet to blame.
std::string nobody_there(const CreateOptions& options) {
    return "Nobody answers at " + options.relay +
           ": no relay runs there, or it makes conferences only for those with its creation secret; ask its operator.";
}

} // namespace

std::expected<node::ConferenceLink, Finished> make_conference(const CreateOptions& options, base::Duration timeout,
                                                              const std::stop_token& stop) {
    const auto session = Session::create(options);
    if (!session) return std::unexpected(Finished{FailReason::not_begun, session.error()});
    const std::stop_callback give_up{stop, [&session] { (*session)->leave(); }};
    const auto until = Session::now() + timeout;
    auto& events = (*session)->events();
    while (events.wait(until - Session::now())) {
        for (auto& event : events.drain()) {
            if (const auto* inner = std::get_if<node::Event>(&event))
                if (const auto* created = std::get_if<node::ConferenceCreated>(inner)) return created->link;
            if (auto* finished = std::get_if<Finished>(&event)) {
                if (finished->reason == decltype(finished->reason){node::EndReason::no_answer})
                    finished->sentence = nobody_there(options);
                return std::unexpected(std::move(*finished));
            }
        }
    }
    return std::unexpected(Finished{node::EndReason::no_answer, nobody_there(options)});
}

std::expected<node::ConferenceLink, std::string> create_conference(const CreateOptions& options,
                                                                   base::Duration timeout) {
    auto made = make_conference(options, timeout);
    if (!made) return std::unexpected(std::move(made.error().sentence));
    return std::move(*made);
}

} // namespace plenum::client
