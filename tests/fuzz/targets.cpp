// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/bodies.h"

#include <algorithm>
#include <array>

namespace plenum::fuzz {

namespace {

constexpr auto all_targets = std::to_array<Target>({
    {"ack_tracker", "tells of nothing that did not come", 2000, 4000, run_ack_tracker, nullptr},
    {"addresses", "HOST:PORT says the same twice", 300, 40'000, run_addresses, addresses_seeds},
    {"board_copies", "a copy takes nothing of ours, and parts add up", 600, 3000, run_board_copies, nullptr},
    {"board_operations", "operations have one encoding", 4096, 20'000, run_board_operations, board_operations_seeds},
    {"board_presence", "presence has one encoding", 1100, 60'000, run_board_presence, board_presence_seeds},
    {"board_replicas", "replicas agree whatever senders do", 1500, 2000, run_board_replicas, nullptr},
    {"board_snapshot", "a board is whole or refused", 2000, 40'000, run_board_snapshot, board_snapshot_seeds},
    {"calibrations", "calibrations of cameras say the same twice", 4000, 3000, run_calibrations, calibrations_seeds},
    {"camera_pictures", "pictures of cameras are as large as they say, or refused", 5000, 300, run_camera_pictures,
     camera_pictures_seeds},
    {"chat_messages", "messages of the chat have one encoding", 1000, 60'000, run_chat_messages, chat_messages_seeds},
    {"chat_replicas", "chats agree, and nobody writes for others", 1500, 3000, run_chat_replicas, nullptr},
    {"class_queue", "serves and drops as a plain list does", 2000, 3000, run_class_queue, nullptr},
    {"cluster_ensembles", "an ensemble is of one instant and comes once", 1500, 20'000, run_cluster_ensembles, nullptr},
    {"cluster_frames", "frames arrive once and in order", 1500, 3000, run_cluster_frames, nullptr},
    {"cluster_messages", "messages of clusters have one encoding", 1100, 60'000, run_cluster_messages,
     cluster_messages_seeds},
    {"cluster_table", "a table is as what was set", 1000, 3000, run_cluster_table, nullptr},
    {"cluster_triggers", "an instant is captured once, in order", 2000, 10'000, run_cluster_triggers, nullptr},
    {"conference_file", "shows what was written, or less, or nothing", 200, 300, run_conference_file, nullptr},
    {"conference_links", "links say the same twice, and are whole", 600, 20'000, run_conference_links,
     conference_links_seeds},
    {"contexts", "contexts have one encoding", 560, 60'000, run_contexts, contexts_seeds},
    {"control", "control messages have one encoding", 4000, 40'000, run_control, control_seeds},
    {"cursor", "reads as another reader does", 400, 60'000, run_cursor, nullptr},
    {"datagrams", "datagrams have one encoding and one way", 1300, 20'000, run_datagrams, datagrams_seeds},
    {"delivery_order", "hands over once, in time, causes first", 800, 8000, run_delivery_order, nullptr},
    {"depth_frames", "pictures with depth are read as agreed, or refused", 2500, 3000, run_depth_frames,
     depth_frames_seeds},
    {"duplicate_filter", "passes each fragment once", 600, 50, run_duplicate_filter, nullptr},
    {"file_exchange", "a file that arrives is the one that was offered", 400, 1500, run_file_exchange, nullptr},
    {"file_messages", "messages about files have one encoding", 700, 60'000, run_file_messages, file_messages_seeds},
    {"frame_gate", "shows nothing that refers to what is lost", 1500, 3000, run_frame_gate, nullptr},
    {"frames", "frames have one encoding and an end", 1300, 40'000, run_frames, frames_seeds},
    {"handshakes", "two ends hold the same keys or none", 1200, 60, run_handshakes, nullptr},
    {"history", "keeps its order and its bounds", 300, 50, run_history, nullptr},
    {"http", "each request has its answer or none", 5000, 1500, run_http, http_seeds},
    {"identity_file", "a key is what it was, or refused", 200, 400, run_identity_file, identity_file_seeds},
    {"intervals", "a set is as its bits", 1000, 5000, run_intervals, nullptr},
    {"known_people", "people say the same twice", 3000, 2000, run_known_people, known_people_seeds},
    {"lines", "lines are those of the file", 3000, 2000, run_lines, lines_seeds},
    {"link_liar", "any frames cost the link at most", 3000, 200, run_link_liar, nullptr},
    {"link_pair", "takes what was sent, once, in order", 2000, 60, run_link_pair, nullptr},
    {"log_records", "entries and operations have one encoding", 4000, 20'000, run_log_records, log_records_seeds},
    {"log_state", "refusals change nothing, and all agree", 600, 40, run_log_state, nullptr},
    {"meeting", "who is there agrees and hears the others", 400, 8, run_meeting, nullptr},
    {"member", "a relay puts no word into a mouth", 1500, 8, run_member, member_seeds},
    {"messages", "messages have one encoding", 2000, 40'000, run_messages, messages_seeds},
    {"operations", "a relay goes on, and its log holds", 4000, 12, run_operations, nullptr},
    {"opus", "20 ms of sound or a refusal", 3000, 300, run_opus, opus_seeds},
    {"playout", "plays what was sent, in order, once", 3000, 300, run_playout, nullptr},
    {"pulse", "heartbeats and digests have one encoding", 2000, 40'000, run_pulse, pulse_seeds},
    {"rates", "a rate keeps its bounds", 400, 300, run_rates, nullptr},
    {"reassembly", "messages come out as they went in", 500, 60, run_reassembly, nullptr},
    {"recordings", "a recording is read within its bounds", 1500, 20'000, run_recordings, recordings_seeds},
    {"relay", "a call goes on whatever a stranger does", 1500, 12, run_relay, relay_seeds},
    {"relayed_bodies", "a body goes where the home meant it", 1500, 1000, run_relayed_bodies, nullptr},
    {"replay_window", "knows what it marked", 1500, 3000, run_replay_window, nullptr},
    {"sent_packets", "arrived once, lost once", 1500, 3000, run_sent_packets, nullptr},
    {"settings", "a configuration says the same twice", 2000, 300, run_settings, settings_seeds},
    {"sframe", "opens what was sealed, once", 400, 8000, run_sframe, sframe_seeds},
    {"shell", "lines say the same twice", 300, 10'000, run_shell, shell_seeds},
    {"stored", "a stored log is whole or refused", 500, 150, run_stored, nullptr},
    {"stream_liar", "holds no more than it may", 2000, 5000, run_stream_liar, nullptr},
    {"streams", "comes out as it went in", 1500, 2000, run_streams, nullptr},
    {"texts", "text, hexadecimal and base64url as elsewhere", 400, 10'000, run_texts, texts_seeds},
    {"tokens", "one grantee for each epoch, and no other heard", 600, 4000, run_tokens, nullptr},
    {"tree_node", "repairs the branches that asked, and keeps its bounds", 1500, 10'000, run_tree_node, nullptr},
    {"tree_packets", "packets of the multicast service have one encoding", 1200, 60'000, run_tree_packets,
     tree_packets_seeds},
    {"tree_stream", "messages reach all in order, each once", 1000, 2000, run_tree_stream, nullptr},
    {"video_frames", "pictures on the line have one encoding", 100, 40'000, run_video_frames, video_frames_seeds},
    {"vp8", "pictures as large as they say, or none", 3000, 100, run_vp8, vp8_seeds},
    {"wav", "samples as in the file", 2500, 200, run_wav, wav_seeds},
});

} // namespace

std::span<const Target> targets() { return all_targets; }

const Target* find_target(std::string_view name) {
    const auto all = targets();
    const auto found = std::ranges::find(all, name, &Target::name);
    return found == all.end() ? nullptr : &*found;
}

} // namespace plenum::fuzz
