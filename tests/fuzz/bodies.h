// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/fuzz/target.h"

/// The bodies, one a file; targets.cpp says what each holds.
namespace plenum::fuzz {

// decoders/
void run_addresses(base::ByteView input);
void run_board_copies(base::ByteView input);
void run_board_operations(base::ByteView input);
void run_board_presence(base::ByteView input);
void run_board_snapshot(base::ByteView input);
void run_calibrations(base::ByteView input);
void run_camera_pictures(base::ByteView input);
void run_chat_messages(base::ByteView input);
void run_cluster_messages(base::ByteView input);
void run_file_messages(base::ByteView input);
void run_conference_file(base::ByteView input);
void run_conference_links(base::ByteView input);
void run_contexts(base::ByteView input);
void run_control(base::ByteView input);
void run_cursor(base::ByteView input);
void run_datagrams(base::ByteView input);
void run_depth_frames(base::ByteView input);
void run_frames(base::ByteView input);
void run_http(base::ByteView input);
void run_identity_file(base::ByteView input);
void run_known_people(base::ByteView input);
void run_lines(base::ByteView input);
void run_log_records(base::ByteView input);
void run_messages(base::ByteView input);
void run_opus(base::ByteView input);
void run_pulse(base::ByteView input);
void run_recordings(base::ByteView input);
void run_settings(base::ByteView input);
void run_sframe(base::ByteView input);
void run_shell(base::ByteView input);
void run_texts(base::ByteView input);
void run_tree_packets(base::ByteView input);
void run_video_frames(base::ByteView input);
void run_vp8(base::ByteView input);
void run_wav(base::ByteView input);

[[nodiscard]] std::vector<base::Bytes> addresses_seeds();
[[nodiscard]] std::vector<base::Bytes> board_operations_seeds();
[[nodiscard]] std::vector<base::Bytes> board_presence_seeds();
[[nodiscard]] std::vector<base::Bytes> board_snapshot_seeds();
[[nodiscard]] std::vector<base::Bytes> calibrations_seeds();
[[nodiscard]] std::vector<base::Bytes> camera_pictures_seeds();
[[nodiscard]] std::vector<base::Bytes> chat_messages_seeds();
[[nodiscard]] std::vector<base::Bytes> cluster_messages_seeds();
[[nodiscard]] std::vector<base::Bytes> file_messages_seeds();
[[nodiscard]] std::vector<base::Bytes> conference_links_seeds();
[[nodiscard]] std::vector<base::Bytes> contexts_seeds();
[[nodiscard]] std::vector<base::Bytes> control_seeds();
[[nodiscard]] std::vector<base::Bytes> datagrams_seeds();
[[nodiscard]] std::vector<base::Bytes> depth_frames_seeds();
[[nodiscard]] std::vector<base::Bytes> frames_seeds();
[[nodiscard]] std::vector<base::Bytes> http_seeds();
[[nodiscard]] std::vector<base::Bytes> identity_file_seeds();
[[nodiscard]] std::vector<base::Bytes> known_people_seeds();
[[nodiscard]] std::vector<base::Bytes> lines_seeds();
[[nodiscard]] std::vector<base::Bytes> log_records_seeds();
[[nodiscard]] std::vector<base::Bytes> messages_seeds();
[[nodiscard]] std::vector<base::Bytes> opus_seeds();
[[nodiscard]] std::vector<base::Bytes> pulse_seeds();
[[nodiscard]] std::vector<base::Bytes> recordings_seeds();
[[nodiscard]] std::vector<base::Bytes> settings_seeds();
[[nodiscard]] std::vector<base::Bytes> sframe_seeds();
[[nodiscard]] std::vector<base::Bytes> shell_seeds();
[[nodiscard]] std::vector<base::Bytes> texts_seeds();
[[nodiscard]] std::vector<base::Bytes> tree_packets_seeds();
[[nodiscard]] std::vector<base::Bytes> video_frames_seeds();
[[nodiscard]] std::vector<base::Bytes> vp8_seeds();
[[nodiscard]] std::vector<base::Bytes> wav_seeds();

// machines/
void run_ack_tracker(base::ByteView input);
void run_file_exchange(base::ByteView input);
void run_board_replicas(base::ByteView input);
void run_chat_replicas(base::ByteView input);
void run_class_queue(base::ByteView input);
void run_cluster_ensembles(base::ByteView input);
void run_cluster_frames(base::ByteView input);
void run_cluster_table(base::ByteView input);
void run_cluster_triggers(base::ByteView input);
void run_delivery_order(base::ByteView input);
void run_duplicate_filter(base::ByteView input);
void run_frame_gate(base::ByteView input);
void run_handshakes(base::ByteView input);
void run_history(base::ByteView input);
void run_intervals(base::ByteView input);
void run_link_liar(base::ByteView input);
void run_link_pair(base::ByteView input);
void run_log_state(base::ByteView input);
void run_meeting(base::ByteView input);
void run_member(base::ByteView input);
void run_playout(base::ByteView input);
void run_rates(base::ByteView input);
void run_reassembly(base::ByteView input);
void run_relay(base::ByteView input);
void run_relayed_bodies(base::ByteView input);
void run_replay_window(base::ByteView input);
void run_sent_packets(base::ByteView input);
void run_stored(base::ByteView input);
void run_stream_liar(base::ByteView input);
void run_streams(base::ByteView input);
void run_tokens(base::ByteView input);
void run_tree_node(base::ByteView input);
void run_tree_stream(base::ByteView input);

// operations/
void run_operations(base::ByteView input);

[[nodiscard]] std::vector<base::Bytes> member_seeds();
[[nodiscard]] std::vector<base::Bytes> relay_seeds();

} // namespace plenum::fuzz
