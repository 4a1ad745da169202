// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenumd/etcd_client.h"
#include "core/api/cluster.h"
#include "core/base/time.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <variant>

namespace plenum::app {

/// The register of a cluster, in etcd: which relays run, and which of them has which conference (docs/relays.md). Works
/// on a thread of its own. Where etcd does not answer, everything waits, and calls go on.
class ClusterRegister {
  public:
    struct Options {
        EtcdOptions etcd;
        /// Where others reach this relay.
        node::RelayPlace self;
    };
    /// Called on the register's thread.
    struct Handlers {
        std::function<void(const node::AnswerAssignment&)> answer;
        std::function<void(const node::SetPeers&)> peers;
        /// Whether etcd answers, and what is wrong if not; told when it changes.
        std::function<void(const std::optional<std::string>& wrong)> health;
    };

    /// The key that all relays of the cluster have: `own` if it has none yet.
    [[nodiscard]] static std::expected<base::Seed, std::string> share_identity(const EtcdOptions& etcd,
                                                                               const base::Seed& own);

    ClusterRegister(Options options, Handlers handlers);
    /// Others see at once that this relay is gone.
    ~ClusterRegister();
    ClusterRegister(const ClusterRegister&) = delete;
    ClusterRegister& operator=(const ClusterRegister&) = delete;

    /// Any thread.
    void want(const node::AssignmentWanted& wanted) { add(wanted); }
    void want(const node::AssignmentOver& over) { add(over); }

  private:
    using Request = std::variant<node::AssignmentWanted, node::AssignmentOver>;
    void add(Request request);
    void run();
    /// False where etcd does not answer.
    [[nodiscard]] bool handle_requests();
    [[nodiscard]] bool handle(const node::AssignmentWanted& wanted);
    [[nodiscard]] bool handle(const node::AssignmentOver& over);
    [[nodiscard]] bool keep_registered();
    [[nodiscard]] bool look_for_peers();
    /// Notes whether etcd answers.
    template <class T>
    [[nodiscard]] bool answered(const EtcdClient::Result<T>& result);

    Options options_;
    Handlers handlers_;
    EtcdClient etcd_;
    std::uint64_t lease_{0};
    std::vector<base::Address> peers_known_;
    bool peers_told_{false};
    std::optional<bool> healthy_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Request> requests_;
    bool over_{false};
    std::thread thread_;
};

} // namespace plenum::app
