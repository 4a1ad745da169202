// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

/// Published vectors of the patterns in use, so that no build is without any: the collection known as cacophony. All
/// of it is in the vectors that tests/vectors reads.
namespace plenum::crypto::test {

struct NoiseFigure {
    std::string_view pattern;
    std::string_view hash;
    /// Payload and message in turn; the last are transport messages. Both sides take turns throughout.
    std::array<std::array<std::string_view, 2>, 6> messages;
};

inline constexpr std::string_view figure_initiator_static =
    "e61ef9919cde45dd5f82166404bd08e38bceb5dfdfded0a34c8df7ed542214d1";
inline constexpr std::string_view figure_responder_static =
    "4a3acbfdb163dec651dfa3194dece676d437029c62a408b4c5ea9114246e4893";
inline constexpr std::string_view figure_initiator_ephemeral =
    "893e28b9dc6ca8d611ab664754b8ceb7bac5117349a4439a6b0569da977c464a";
inline constexpr std::string_view figure_responder_ephemeral =
    "bbdb4cdbd309f1a1f2e1456967fe288cadd6f712d65dc7b7793d5e63da6b375b";
inline constexpr std::string_view figure_prologue = "4a6f686e2047616c74";
inline constexpr std::string_view figure_psk = "54686973206973206d7920417573747269616e20706572737065637469766521";
inline constexpr std::array noise_figures{
    NoiseFigure{
        "XKpsk3",
        "a311dff079549cf0e9d9c87eb26d0cd0fda3399caa61f7466ae724d4621f7fcdfc374622df50ea2aae5fc5baf77436da"
        "a209f56159b940d012e4661c4164af55",
        {{{"4c756477696720766f6e204d69736573",
           "ca35def5ae56cec33dc2036731ab14896bc4c75dbb07a61f879f8e3afa4c79445a347deff022d42d4466b858a194fd00"
           "aea1604bd66903c53006ce73b9ec632a"},
          {"4d757272617920526f746862617264",
           "95ebc60d2b1fa672c1f46a8aa265ef51bfe38e7ccb39ec5be34069f1448088438d6ce813e4836bde7eb861968a44de8d"
           "9a54a39d3b3073f47f2bd9cbeb3502"},
          {"462e20412e20486179656b",
           "bbed3cd72fd9a75a9867ce11b3b1a82d2d1a17096374cf64bf286d5099aa39d2bacceaf970f3e014cc484601ac11fddd"
           "99b50e111ff2b752088f976cf47ec2398b0dd7c012c95e97fc33e8"},
          {"4361726c204d656e676572", "ac5b49c240ff0b3662c29777fa605e169a6dd56ce6114b9d70e56d"},
          {"4a65616e2d426170746973746520536179", "cd2e693fbecde889d6e632dab25ab8d196219dd033998dc41e65b4147fc3081c9b"},
          {"457567656e2042f6686d20766f6e2042617765726b",
           "ea9b12dc68ff692eca791c858d44f179f56c60645f1ad80000873bb73149504e8d5e2fd8b5"}}}},
    NoiseFigure{
        "XXpsk3",
        "7c3c9f1c6bf6df12019313e7e5ed88a9fd9fbd3bf9b9a3f41989446da5226a128b5e91171ec81074de864386ac70fa71"
        "2f216a96e64862ad992e766b038cb8cf",
        {{{"4c756477696720766f6e204d69736573",
           "ca35def5ae56cec33dc2036731ab14896bc4c75dbb07a61f879f8e3afa4c7944634d3d6eb7eb4f1d66fb1c92cb371889"
           "048a7a4307def12417b49d58fd070ecd"},
          {"4d757272617920526f746862617264",
           "95ebc60d2b1fa672c1f46a8aa265ef51bfe38e7ccb39ec5be34069f144808843d5a5a3aa181cbf0410add27aa6604ad5"
           "6aedc4ffd73d2cca8d98300a17a21efe9cafb1166e854bbb3f1fef6bfb183d37940f87b581a7065c58543d001575ef79"
           "bb1b8c1b646d068fa4519568a0a507"},
          {"462e20412e20486179656b",
           "27c8ea0ffea3c27d7553e0ef8d6ea8c55ef33327b36043dd2e9bbf13f0472b6bb10cd95b5ef4ad4606eff0ccc25a6f87"
           "bc92c403eeda28f6bba95c86d2b9c5e7083a94b9ad3c743b26d124"},
          {"4361726c204d656e676572", "f63969a0b8d38b5a066ddf598e87d4ad59fb01e32c0e1faeee3f8d"},
          {"4a65616e2d426170746973746520536179", "b9e0a25348481baa0c7325a0bdbd0dc93612e352c2e79307a9aac47120d8c36277"},
          {"457567656e2042f6686d20766f6e2042617765726b",
           "32dd9c9bc3276c1e3eafaf4bd6bd1dcb75992d776ce5b731c3b3a0342c6f88322301fd5fbb"}}}},
    NoiseFigure{
        "KKpsk2",
        "b018ce60f183133f9efae619d5dcd4a2a354d7f038fbb36eb64b0fb84b019ad154729ccc150eaee7a11872656c849a41"
        "b75187f7a6475b078be0a358d64d99c6",
        {{{"4c756477696720766f6e204d69736573",
           "ca35def5ae56cec33dc2036731ab14896bc4c75dbb07a61f879f8e3afa4c7944c126f263daacafaf9dc9bb20b94eae09"
           "1891020af0fd87518ef76ab8c54e7f35"},
          {"4d757272617920526f746862617264",
           "95ebc60d2b1fa672c1f46a8aa265ef51bfe38e7ccb39ec5be34069f1448088431dba0387355d9006842994200556d6cb"
           "bcea0d27dab803f21fa53a9ea96f2c"},
          {"462e20412e20486179656b", "8632120651a5b71ce184876c2198f3f19b32e701c01317e20277f6"},
          {"4361726c204d656e676572", "b697fce1332cf8e68014f3aa815100fd0fd71c3f80829aef390fe0"},
          {"4a65616e2d426170746973746520536179", "1a10d56ce4f49abaad65fc0ece8006cf62fb0d9a90be252900226bcbceac8ccb37"},
          {"457567656e2042f6686d20766f6e2042617765726b",
           "d8d3be726576dfaa23f33197afbb475e3ff5e57457bda6e79d6e9111096477724209c266f2"}}}},
};

} // namespace plenum::crypto::test
