// SPDX-License-Identifier: Apache-2.0
#include "media/camera/reference_clock_gst.h"

#include "tests/unit/media/support/pulse_server.h"

#include <gio/gio.h>
#include <gmock/gmock.h>

#include <atomic>
#include <memory>

namespace plenum::media {
namespace {

using namespace std::chrono_literals;

/// Knows no name at first, then all of them as this machine.
class NameServer {
  public:
    NameServer() {
        knows = false;
        questions = 0;
        // A type cannot be registered twice, and tests may be repeated.
        static const auto type = g_type_register_static_simple(
            G_TYPE_RESOLVER, "TestResolver", sizeof(GResolverClass),
            [](gpointer made, gpointer) { G_RESOLVER_CLASS(made)->lookup_by_name_with_flags = answer; },
            sizeof(GResolver), nullptr, GTypeFlags{});
        auto* resolver = G_RESOLVER(g_object_new(type, nullptr));
        // GStreamer asks for all kinds of addresses.
        G_RESOLVER_GET_CLASS(resolver)->lookup_by_name = [](GResolver* self, const gchar* host, GCancellable* give_up,
                                                            GError** error) {
            return answer(self, host, G_RESOLVER_NAME_LOOKUP_FLAGS_DEFAULT, give_up, error);
        };
        g_resolver_set_default(resolver);
        g_object_unref(resolver);
    }
    ~NameServer() { g_resolver_set_default(before_.get()); }
    NameServer(const NameServer&) = delete;
    NameServer& operator=(const NameServer&) = delete;

    static inline std::atomic<bool> knows{false};
    static inline std::atomic<int> questions{0};

  private:
    static GList* answer(GResolver*, const gchar*, GResolverNameLookupFlags, GCancellable*, GError** error) {
        ++questions;
        if (knows) return g_list_append(nullptr, g_inet_address_new_from_string("127.0.0.1"));
        g_set_error_literal(error, G_RESOLVER_ERROR, G_RESOLVER_ERROR_NOT_FOUND, "unknown");
        return nullptr;
    }

    struct Unref {
        void operator()(gpointer object) const { g_object_unref(object); }
    };
    std::unique_ptr<GResolver, Unref> before_{g_resolver_get_default()};
};

TEST(ReferenceClock, tells_what_a_served_clock_shows_once_it_is_in_step) {
    const auto server = ReferenceClockServer::start(0);
    ASSERT_TRUE(server) << server.error().text;
    const auto port = (*server)->port();
    const auto clock = ReferenceClock::open(ReferenceClock::Net{"127.0.0.1", port});
    const auto other = ReferenceClock::open(ReferenceClock::Net{"127.0.0.2", port});
    const auto unserved = ReferenceClock::open(ReferenceClock::Net{"127.0.0.1", 9});
    ASSERT_TRUE(clock && other && unserved);
    ASSERT_TRUE(test::wait_until([&] { return (*clock)->read() && (*other)->read(); }));
    // It is this machine's own.
    EXPECT_LT(std::chrono::abs((*clock)->read()->ahead), 5ms);
    EXPECT_NE((*clock)->read()->id, (*other)->read()->id);
    EXPECT_FALSE((*unserved)->read());
}

TEST(ReferenceClock, finds_a_host_whose_name_is_known_only_later) {
    const auto server = ReferenceClockServer::start(0);
    ASSERT_TRUE(server) << server.error().text;
    const NameServer names;
    const auto clock = ReferenceClock::open(ReferenceClock::Net{"studio.example", (*server)->port(), 20ms});
    ASSERT_TRUE(clock) << clock.error().text;
    ASSERT_TRUE(test::wait_until([&] { return !(*clock)->read() && NameServer::questions > 2; }));
    NameServer::knows = true;
    EXPECT_TRUE(test::wait_until([&] { return (*clock)->read().has_value(); }));
}

TEST(ReferenceClockServer, refuses_a_port_at_which_another_one_serves) {
    const auto server = ReferenceClockServer::start(0);
    ASSERT_TRUE(server) << server.error().text;
    const auto port = (*server)->port();
    const auto second = ReferenceClockServer::start(port);
    ASSERT_FALSE(second) << "cameras would follow either of the two";
    EXPECT_THAT(second.error().text, testing::HasSubstr(std::to_string(port)));
}

} // namespace
} // namespace plenum::media
