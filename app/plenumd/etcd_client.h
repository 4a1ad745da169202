// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <expected>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plenum::app {

/// Where a cluster's etcd is, and how it is spoken to.
struct EtcdOptions {
    /// `http://HOST:PORT` or `https://…`; any one of them will do.
    std::vector<std::string> endpoints;
    /// With https: whose certificate is believed (empty: the system's), and ours.
    std::filesystem::path ca;
    std::filesystem::path certificate;
    std::filesystem::path key;
};

/// etcd over its JSON gateway (etcd 3.4, api/v3). Each call waits for the answer, a few seconds at most; where an
/// endpoint does not answer the next is asked. Errors are a sentence.
class EtcdClient {
  public:
    template <class T>
    using Result = std::expected<T, std::string>;
    struct Value {
        std::string key;
        std::string value;
        std::uint64_t revision{0};
    };

    explicit EtcdClient(EtcdOptions options);
    ~EtcdClient();
    EtcdClient(const EtcdClient&) = delete;
    EtcdClient& operator=(const EtcdClient&) = delete;

    /// All whose keys begin so.
    [[nodiscard]] Result<std::vector<Value>> list(std::string_view prefix);
    /// `lease` 0: for good.
    [[nodiscard]] Result<void> put(std::string_view key, std::string_view value, std::uint64_t lease);
    /// Writes if the key's revision is `expected` (0: it does not exist). Gives what stands there afterwards.
    [[nodiscard]] Result<Value> put_if(std::string_view key, std::string_view value, std::uint64_t expected);
    [[nodiscard]] Result<void> remove_if(std::string_view key, std::uint64_t expected);
    /// Gives its number.
    [[nodiscard]] Result<std::uint64_t> grant_lease(std::uint64_t seconds);
    /// False where it is over.
    [[nodiscard]] Result<bool> keep_lease(std::uint64_t lease);
    [[nodiscard]] Result<void> revoke_lease(std::uint64_t lease);

  private:
    [[nodiscard]] Result<std::string> post(const std::string& path, const std::string& body);
    [[nodiscard]] Result<std::string> post_to(const std::string& url, const std::string& body);

    EtcdOptions options_;
    /// Of libcurl, which keeps the connection.
    void* handle_;
    /// That answered last.
    std::size_t endpoint_{0};
};

} // namespace plenum::app
