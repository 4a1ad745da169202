// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <cstddef>

/// The protocol's bounds in one place (architecture rule 7; what happens at each: docs/security.md, Limits). A bound
/// reached is a return value or a counter, never growth.
namespace plenum::base::limits {

/// UDP payload that crosses every path of the Internet we know without fragmenting (RFC 9000 §14: 1200).
inline constexpr std::size_t datagram_bytes_max = 1200;
/// What a path may be found to carry (RFC 8899): 9000 bytes of IPv4, with the headers of IPv4 and UDP.
inline constexpr std::size_t datagram_bytes_top = 9000 - 20 - 8;
/// Header (16) and tag (16) of a sealed datagram.
inline constexpr std::size_t datagram_overhead = 32;
inline constexpr std::size_t packet_bytes_max = datagram_bytes_max - datagram_overhead;
inline constexpr std::size_t packet_bytes_top = datagram_bytes_top - datagram_overhead;

/// One flow message, whole: a 720p key frame at high quality is about 150 kB.
inline constexpr std::size_t message_bytes_max = 1024 * 1024;
/// Its body, before header, signature and tag.
inline constexpr std::size_t message_body_bytes_max = message_bytes_max - 1024;
/// Longest λ and δ of a flow: far beyond any use, and far from where times would overflow.
inline constexpr Duration loss_delay_max = std::chrono::hours{1};
/// What one fragment carries of a message, so that it fits a packet with its frame header and an acknowledgement.
inline constexpr std::size_t fragment_bytes_max = 1100;
inline constexpr std::size_t fragments_per_message_max =
    (message_bytes_max + fragment_bytes_max - 1) / fragment_bytes_max;

/// Reassembly per sender.
inline constexpr std::size_t reassembly_messages_max = 64;
inline constexpr std::size_t reassembly_bytes_max = 4 * 1024 * 1024;
inline constexpr Duration reassembly_age_max = 500ms;

/// One message of the control stream; the largest is an epoch entry with a wrap for every member.
inline constexpr std::size_t control_message_bytes_max = 64 * 1024;
/// A sealed message of a reliable flow: relays pass it on behind longer numbers, or in another control message.
inline constexpr std::size_t reliable_sealed_bytes_max = control_message_bytes_max - 64;
/// Not yet acknowledged bytes per reliable stream; what is more waits in the histories.
inline constexpr std::size_t stream_buffer_bytes_max = 1024 * 1024;
/// Out-of-order ranges kept per stream and per acknowledgement.
inline constexpr std::size_t ranges_max = 64;

/// Send queue per link.
inline constexpr std::size_t send_queue_packets_max = 1024;

inline constexpr std::size_t sessions_per_node_max = 20'000;
inline constexpr std::size_t sessions_per_address_max = 64;
/// People who wait to be let into one conference, and for how long.
inline constexpr std::size_t knocks_max = 64;
inline constexpr Duration knock_age_max = 1h;
inline constexpr std::size_t half_open_max = 1024;
inline constexpr Duration half_open_age_max = 5s;
/// Finished handshakes whose requests are known when they are played again.
inline constexpr std::size_t used_requests_max = 65'536;

/// History of a reliable flow per sender, for those who come back and for newcomers: hours of drawing on a whiteboard.
inline constexpr std::size_t history_messages_max = 20'000;
inline constexpr std::size_t history_bytes_max = 8 * 1024 * 1024;
/// What a sender has on a flow at once that the relay has not confirmed.
inline constexpr std::size_t unconfirmed_messages_max = 500;
inline constexpr std::size_t unconfirmed_bytes_max = 256 * 1024;
/// Of all senders and flows of one conference, at its relay.
inline constexpr std::size_t conference_history_bytes_max = 64 * 1024 * 1024;
/// Of others', at each member, for a relay that lost them.
inline constexpr std::size_t heard_bytes_max = 16 * 1024 * 1024;

/// Samples of live flows that are kept for pulls (docs/push-pull.md): of one sender on one flow.
inline constexpr std::size_t pull_history_samples_max = 2048;
inline constexpr std::size_t pull_history_bytes_max = 1024 * 1024;
/// Of one conference, at its relay and at each member; and for how long.
inline constexpr std::size_t pull_histories_samples_max = 16 * 1024;
inline constexpr std::size_t pull_histories_bytes_max = 8 * 1024 * 1024;
inline constexpr Duration pull_history_age_max = 30s;
/// Histories beyond this are forgotten once they are empty: their senders left, or are silent.
inline constexpr std::size_t pull_sources_max = 4096;
/// One answer. A range that holds more is refused, so that the link never has to hold two.
inline constexpr std::size_t pull_answer_samples_max = 256;
inline constexpr std::size_t pull_answer_bytes_max = 512 * 1024;
/// Pulls of one member that are not answered yet, and how long it waits for an answer.
inline constexpr std::size_t pulls_max = 8;
inline constexpr Duration pull_patience = 10s;
/// How long a relay waits for a publisher's answer.
inline constexpr Duration pull_forward_patience = 5s;

/// Members of a conference, so that the key wraps of all fit one epoch entry.
inline constexpr std::size_t members_max = 500;
inline constexpr std::size_t flows_per_conference_max = 64;
/// Flows that members created beside those, and how many of these one person.
inline constexpr std::size_t created_flows_max = 32;
inline constexpr std::size_t created_flows_per_person_max = 8;
/// Flows between two members, which nobody else gets: private messages, and copies of boards on their way.
inline constexpr std::size_t two_party_flows_max = 256;
inline constexpr std::size_t two_party_flows_per_person_max = 16;
/// Of those, flows of camera clusters: as many as a shim can name.
inline constexpr std::size_t capture_flows_max = 64;
/// Closed ones whose accepted messages may still be on their way: as many are known, and of more those that were closed
/// so lately that somebody who is away may come back for them, up to the most. The oldest are forgotten first.
inline constexpr std::size_t closed_flows_least = 32;
inline constexpr std::size_t closed_flows_max = 128;
inline constexpr Duration closed_flow_age_least = 60s;
/// Created flows, open and closed.
inline constexpr std::size_t created_flows_known_max = created_flows_max + two_party_flows_max + closed_flows_max;
inline constexpr std::size_t flows_known_max = flows_per_conference_max + created_flows_known_max;
/// What a created flow may ask of every receiver's link. Attestation covers no more messages in a second.
inline constexpr std::uint32_t created_flow_rate_max = 500;
/// Bytes a second: of sound, which goes before all else; of what goes before pictures; of pictures; of the last.
inline constexpr std::uint64_t created_sound_max = 64 * 1024;
inline constexpr std::uint64_t created_messages_max = 512 * 1024;
inline constexpr std::uint64_t created_pictures_max = 4 * 1024 * 1024;
inline constexpr std::uint64_t created_bulk_max = 32 * 1024 * 1024;
/// Pieces of frames a second on a flow of a camera cluster. Between two, so nothing is attested.
inline constexpr std::uint32_t created_capture_rate_max = 32'000;
/// What waits for others at one member, in one conversation: as the specs of its flows ask for, within these.
inline constexpr std::size_t ordered_messages_least = 64;
inline constexpr std::size_t ordered_messages_max = 8192;
inline constexpr std::size_t ordered_bytes_least = 64 * 1024;
inline constexpr std::size_t ordered_bytes_max = 8 * 1024 * 1024;
/// The plenary and discussion groups.
inline constexpr std::size_t conversations_max = 64;
/// ε of whoever opens a conversation: what clocks that are compared over usual links err by.
inline constexpr Duration clock_error_assumed = std::chrono::milliseconds{10};
inline constexpr std::size_t conferences_per_relay_max = 1000;
inline constexpr std::size_t name_bytes_max = 120;
inline constexpr std::size_t chat_bytes_max = 16 * 1024;

/// Log entries a relay keeps and sends to those who come late.
inline constexpr std::size_t log_entries_max = 1'000'000;
/// Their bytes: what a relay and every member hold of a log, and what someone who comes late has to read first.
inline constexpr std::size_t log_bytes_max = 64 * 1024 * 1024;
/// More, for entries that end things: leaving, turning keys, ending.
inline constexpr std::size_t log_reserve = 10'000;
inline constexpr std::size_t log_reserve_bytes = 8 * 1024 * 1024;
/// A state that a checkpoint covers, encoded: what a newcomer puts together before it can verify it.
inline constexpr std::size_t log_state_bytes_max = 16 * 1024 * 1024;
/// Epochs whose history links are known to those who come late; one every five minutes fills it in two weeks.
inline constexpr std::size_t history_links_max = 4096;
/// What a checkpoint keeps, newest first: people who left, and grants that are over, with the last messages of each.
inline constexpr std::size_t former_members_max = 20'000;
inline constexpr std::size_t former_grants_max = 40'000;
/// Changes of the link of whose earlier secrets a checkpoint keeps any.
inline constexpr std::size_t sealed_links_max = 4096;
/// Live messages, of all senders, held back until their key arrives.
inline constexpr std::size_t undecrypted_messages_max = 256;
/// Old content keys live this long (security.md, Keys).
inline constexpr Duration old_epoch_age_max = 10s;

static_assert(packet_bytes_max >= fragment_bytes_max + 64, "a fragment must fit one packet with its frame header");
static_assert(reassembly_bytes_max >= message_bytes_max, "one whole message must fit the reassembly buffer");
static_assert(stream_buffer_bytes_max >= 2 * control_message_bytes_max, "a stream must hold two control messages");
static_assert(stream_buffer_bytes_max >= 2 * pull_answer_bytes_max, "a stream must hold an answer beside others");
static_assert(pull_forward_patience < pull_patience, "a member must hear that a publisher is silent");
static_assert(members_max * 100 <= control_message_bytes_max, "an epoch entry must fit a control message");
static_assert(chat_bytes_max <= control_message_bytes_max);

} // namespace plenum::base::limits
