// SPDX-License-Identifier: Apache-2.0
// Noise revision 34 §7.5 with the psk modifiers of §9.4.
#include "core/crypto/noise.h"

#include <array>

namespace plenum::crypto {

namespace {

using enum NoiseToken;

constexpr std::array send_e{e};
constexpr std::array send_e_es{e, es};
constexpr std::array send_e_ee{e, ee};
constexpr std::array send_e_ee_s_es{e, ee, s, es};
constexpr std::array send_s_se_psk{s, se, psk};
constexpr std::array send_e_es_ss{e, es, ss};
constexpr std::array send_e_ee_se_psk{e, ee, se, psk};

constexpr std::array<NoiseMessage, 3> xk_psk3_messages{send_e_es, send_e_ee, send_s_se_psk};
constexpr std::array<NoiseMessage, 3> xx_psk3_messages{send_e, send_e_ee_s_es, send_s_se_psk};
constexpr std::array<NoiseMessage, 2> kk_psk2_messages{send_e_es_ss, send_e_ee_se_psk};

} // namespace

constexpr Pattern pattern_xk_psk3{"XKpsk3", false, true, xk_psk3_messages};
constexpr Pattern pattern_xx_psk3{"XXpsk3", false, false, xx_psk3_messages};
constexpr Pattern pattern_kk_psk2{"KKpsk2", true, true, kk_psk2_messages};

} // namespace plenum::crypto
