// SPDX-License-Identifier: Apache-2.0
#include "app/plenumd/etcd_client.h"

#include "core/base/bytes.h"
#include "core/wire/cursor.h"

#include <curl/curl.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace plenum::app {
namespace {

using nlohmann::json;

constexpr long connect_patience_ms = 1000;
constexpr long patience_ms = 2500;
/// A register of some thousand conferences; more is not ours.
constexpr std::size_t answer_bytes_max = 16 * 1024 * 1024;
/// Answers are six levels deep; a stack has room for these.
constexpr int depth_max = 16;

/// RFC 4648 §4, as JSON has bytes.
std::string to_base64(std::string_view text) {
    auto encoded = base::to_base64url(base::as_bytes(text));
    std::ranges::replace(encoded, '-', '+');
    std::ranges::replace(encoded, '_', '/');
    while (encoded.size() % 4 != 0)
        encoded += '=';
    return encoded;
}

std::string from_base64(std::string text) {
    std::ranges::replace(text, '+', '-');
    std::ranges::replace(text, '/', '_');
    while (text.ends_with('='))
        text.pop_back();
    const auto bytes = base::from_base64url(text);
    return bytes ? base::to_text(*bytes) : std::string{};
}

/// The first key behind all that begin with the prefix.
std::string end_of(std::string prefix) {
    ++prefix.back();
    return prefix;
}

/// The gateway writes 64-bit numbers as text.
std::uint64_t number(const json& object, const char* name) {
    const auto found = object.find(name);
    if (found == object.end()) return 0;
    if (found->is_number_unsigned()) return found->get<std::uint64_t>();
    std::uint64_t value = 0;
    if (!found->is_string()) return value;
    const auto& text = found->get_ref<const std::string&>();
    const auto* const end = text.data() + text.size();
    const auto [read_to, error] = std::from_chars(text.data(), end, value);
    return error == std::errc{} && read_to == end ? value : 0;
}

/// 0, which no key has, if it is none that relays could tell each other.
std::uint64_t revision(const json& object, const char* name) {
    const auto value = number(object, name);
    return value <= wire::varint_max ? value : 0;
}

/// A member of an object, which is not copied. The gateway leaves out empty ones; an empty list stands for them.
const json& part_of(const json& object, const char* name) {
    static const json none = json::array();
    const auto& parts = object.get_ref<const json::object_t&>();
    const auto found = parts.find(name);
    return found == parts.end() ? none : found->second;
}

EtcdClient::Value value_of(const json& kv) {
    return {from_base64(kv.value("key", "")), from_base64(kv.value("value", "")), revision(kv, "mod_revision")};
}

/// What `read` makes of the answer. Whoever answers at that address may be no etcd.
template <class Read>
auto parse(const EtcdClient::Result<std::string>& answer, const Read& read)
    -> EtcdClient::Result<decltype(read(json{}))> {
    if (!answer) return std::unexpected(answer.error());
    const auto bound = [](int depth, json::parse_event_t, const json&) {
        if (depth > depth_max) throw std::length_error{"nested too deeply"};
        return true;
    };
    try {
        return read(json::parse(*answer, bound));
    } catch (const std::exception&) {
        return std::unexpected("What answers for etcd does not speak its JSON gateway (api/v3).");
    }
}

std::size_t take(const char* bytes, std::size_t size, std::size_t count, std::string* into) {
    if (into->size() + size * count > answer_bytes_max) return 0;
    into->append(bytes, size * count);
    return size * count;
}

json compare(std::string_view key, std::uint64_t expected) {
    return {
        {"key", to_base64(key)}, {"target", "MOD"}, {"mod_revision", std::to_string(expected)}, {"result", "EQUAL"}};
}

} // namespace

EtcdClient::EtcdClient(EtcdOptions options) : options_{std::move(options)}, handle_{curl_easy_init()} {}
EtcdClient::~EtcdClient() { curl_easy_cleanup(handle_); }

EtcdClient::Result<std::string> EtcdClient::post_to(const std::string& url, const std::string& body) {
    auto* curl = static_cast<CURL*>(handle_);
    std::string answer;
    curl_easy_reset(curl);
    curl_easy_setopt(curl, CURLOPT_URL, url.c_str());
    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, body.c_str());
    curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE, static_cast<long>(body.size()));
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, connect_patience_ms);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, patience_ms);
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(curl, CURLOPT_NOPROXY, "*");
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, &answer);
    if (!options_.ca.empty()) curl_easy_setopt(curl, CURLOPT_CAINFO, options_.ca.c_str());
    if (!options_.certificate.empty()) curl_easy_setopt(curl, CURLOPT_SSLCERT, options_.certificate.c_str());
    if (!options_.key.empty()) curl_easy_setopt(curl, CURLOPT_SSLKEY, options_.key.c_str());
    const auto code = curl_easy_perform(curl);
    if (code != CURLE_OK) return std::unexpected(std::string{curl_easy_strerror(code)});
    long status = 0;
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    if (status != 200) return std::unexpected("HTTP status " + std::to_string(status));
    return answer;
}

EtcdClient::Result<std::string> EtcdClient::post(const std::string& path, const std::string& body) {
    std::string wrong;
    for (std::size_t tried = 0; tried < options_.endpoints.size(); ++tried) {
        const auto& endpoint = options_.endpoints[endpoint_];
        auto answer = post_to(endpoint + path, body);
        if (answer) return answer;
        wrong += (wrong.empty() ? "" : "; ") + endpoint + ": " + answer.error();
        endpoint_ = (endpoint_ + 1) % options_.endpoints.size();
    }
    return std::unexpected("etcd does not answer (" + wrong + ").");
}

EtcdClient::Result<std::vector<EtcdClient::Value>> EtcdClient::list(std::string_view prefix) {
    const json request{{"key", to_base64(prefix)}, {"range_end", to_base64(end_of(std::string{prefix}))}};
    return parse(post("/v3/kv/range", request.dump()), [](const json& answer) {
        std::vector<Value> values;
        for (const auto& kv : part_of(answer, "kvs"))
            values.push_back(value_of(kv));
        return values;
    });
}

EtcdClient::Result<void> EtcdClient::put(std::string_view key, std::string_view value, std::uint64_t lease) {
    const json request{{"key", to_base64(key)}, {"value", to_base64(value)}, {"lease", std::to_string(lease)}};
    const auto answer = parse(post("/v3/kv/put", request.dump()), [](const json&) { return true; });
    return answer ? Result<void>{} : std::unexpected(answer.error());
}

EtcdClient::Result<EtcdClient::Value> EtcdClient::put_if(std::string_view key, std::string_view value,
                                                         std::uint64_t expected) {
    const json put{{"request_put", {{"key", to_base64(key)}, {"value", to_base64(value)}}}};
    const json get{{"request_range", {{"key", to_base64(key)}}}};
    const json request{{"compare", {compare(key, expected)}}, {"success", {put}}, {"failure", {get}}};
    return parse(post("/v3/kv/txn", request.dump()), [&](const json& answer) -> Value {
        if (answer.value("succeeded", false))
            return {std::string{key}, std::string{value}, revision(answer.at("header"), "revision")};
        const auto& kvs = part_of(answer.at("responses").at(0).at("response_range"), "kvs");
        return kvs.empty() ? Value{std::string{key}, {}, 0} : value_of(kvs.front());
    });
}

EtcdClient::Result<void> EtcdClient::remove_if(std::string_view key, std::uint64_t expected) {
    const json remove{{"request_delete_range", {{"key", to_base64(key)}}}};
    const json request{{"compare", {compare(key, expected)}}, {"success", {remove}}, {"failure", json::array()}};
    const auto answer = parse(post("/v3/kv/txn", request.dump()), [](const json&) { return true; });
    return answer ? Result<void>{} : std::unexpected(answer.error());
}

EtcdClient::Result<std::uint64_t> EtcdClient::grant_lease(std::uint64_t seconds) {
    const json request{{"TTL", std::to_string(seconds)}};
    const auto lease =
        parse(post("/v3/lease/grant", request.dump()), [](const json& answer) { return number(answer, "ID"); });
    if (lease && *lease == 0) return std::unexpected("etcd grants no lease.");
    return lease;
}

EtcdClient::Result<bool> EtcdClient::keep_lease(std::uint64_t lease) {
    const json request{{"ID", std::to_string(lease)}};
    return parse(post("/v3/lease/keepalive", request.dump()),
                 [](const json& answer) { return number(part_of(answer, "result"), "TTL") > 0; });
}

EtcdClient::Result<void> EtcdClient::revoke_lease(std::uint64_t lease) {
    const json request{{"ID", std::to_string(lease)}};
    const auto answer = parse(post("/v3/lease/revoke", request.dump()), [](const json&) { return true; });
    return answer ? Result<void>{} : std::unexpected(answer.error());
}

} // namespace plenum::app
