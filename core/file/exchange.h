// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/file/channels.h"
#include "core/file/fetcher.h"
#include "core/file/giver.h"
#include "core/file/holdings.h"
#include "core/file/peers.h"

#include <optional>
#include <vector>

namespace plenum::file {

/// The contents of files over the events and commands of a node (docs/files.md): ours for others, and those of others
/// for us.
class Exchange {
  public:
    /// Outlives this.
    explicit Exchange(Store& store) : store_{store} {}
    Exchange(const Exchange&) = delete;
    Exchange& operator=(const Exchange&) = delete;

    void handle(const node::Event& event, base::LocalTime now);

    /// The store has all of it, and its hash was checked. False if there are too many.
    [[nodiscard]] bool offer(const Content& content, const Audience& audience) {
        return holdings_.add(content, audience);
    }
    /// Nobody gets it from us any more but those who get it in private.
    void withdraw(const base::Hash& hash) { holdings_.withdraw(hash); }
    /// This one does not get it in private any more.
    void withdraw(const base::Hash& hash, base::MemberIndex member) { holdings_.withdraw(hash, member); }
    /// Somebody who is in `group` now, or with 0 in none, announced it to this audience.
    void note(const base::Hash& hash, const Audience& audience, base::ConversationId group);
    /// Gets it from `sender`, who announced it to `audience`, or another one; from `sender` alone and unheard if that
    /// is private. Also again after it failed. False if there are too many.
    [[nodiscard]] bool fetch(const Content& content, base::MemberIndex sender, const Audience& audience);
    void cancel(const base::Hash& hash) { fetcher_.cancel(hash); }
    /// Nullopt for one that is neither here nor wanted.
    [[nodiscard]] std::optional<FetchStatus> find(const base::Hash& hash) const;
    /// Contents of which something is to be told since the last call.
    [[nodiscard]] std::vector<base::Hash> take_changed() { return fetcher_.take_changed(); }

    [[nodiscard]] const Peers& peers() const { return peers_; }

    /// The next for the node to do, which counts as handed over.
    [[nodiscard]] std::optional<Command> next(base::LocalTime now);
    /// When `next` has something to do by itself.
    [[nodiscard]] base::LocalTime due() const;

  private:
    void handle_request(const node::MessageReceived& message, Privacy privacy, base::LocalTime now);

    Store& store_;
    Peers peers_;
    Channels channels_{peers_};
    Holdings holdings_{peers_};
    Fetcher fetcher_{peers_, channels_, store_};
    Giver giver_{peers_, channels_, holdings_, store_};
};

} // namespace plenum::file
