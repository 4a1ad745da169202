// SPDX-License-Identifier: Apache-2.0
#include "core/chat/operations.h"
#include "core/chat/transcript.h"

#include <gtest/gtest.h>

namespace plenum::chat {
namespace {

SharedFile picture() {
    SharedFile file{"holiday.png", 70'000, "image/png", {}, 640, 480};
    file.hash.bytes.fill(3);
    return file;
}

TEST(SharedFile, comes_back_as_it_was_written) {
    const Operation share{ShareFile{picture()}};
    ASSERT_TRUE(is_sound(share));
    EXPECT_EQ(decode(encode(share)), share);
}

TEST(SharedFile, a_name_is_one_line_without_path_and_without_signs_that_deceive) {
    for (const auto* name : {"a", "holiday.png", "Größe 2.pdf", "日本.txt", "a.tar.gz"})
        EXPECT_TRUE(is_file_name(name)) << name;
    for (const auto* name : {"",
                             " ",
                             ".",
                             "..",
                             ".bashrc",
                             "../a",
                             "/etc/passwd",
                             "a/b",
                             "a\\b",
                             "a\nb",
                             "a\x7f"
                             "b",
                             "a ",
                             " a",
                             "a.",
                             "C:x",
                             "a*b",
                             "\xff\xfe",
                             "pho\xe2\x80\xae"
                             "gnp.exe",
                             "a\xe2\x80\x8b"
                             "b",
                             "a\xe2\x81\xa6"
                             "b",
                             "a\xd8\x9c"
                             "b",
                             "a\xef\xbb\xbf"
                             "b",
                             "a\xc2\x85"
                             "b",
                             "a\xf3\xa0\x80\x81"
                             "b"})
        EXPECT_FALSE(is_file_name(name)) << name;
    EXPECT_TRUE(is_file_name(std::string(limits::file_name_bytes_max, 'a')));
    EXPECT_FALSE(is_file_name(std::string(limits::file_name_bytes_max + 1, 'a')));
}

TEST(SharedFile, the_name_of_a_path_is_made_one_that_all_accept) {
    EXPECT_EQ(file_name_of("/srv/ann/holiday.png"), "holiday.png");
    EXPECT_EQ(file_name_of("notes: draft?.txt"), "notes_ draft_.txt");
    EXPECT_EQ(file_name_of("/srv/ann/.bashrc"), "bashrc");
    EXPECT_EQ(file_name_of("pho\xe2\x80\xae"
                           "gnp.exe"),
              "phognp.exe");
    EXPECT_EQ(file_name_of("\xff\xfe.png"), "png");
    EXPECT_EQ(file_name_of("..."), "file");
    EXPECT_EQ(file_name_of(""), "file");
    const auto cut = file_name_of(std::string(300, 'x') + "\xc3\xa4\xc3\xa4.jpeg");
    EXPECT_TRUE(is_file_name(cut));
    EXPECT_TRUE(cut.ends_with(".jpeg")) << cut;
}

TEST(SharedFile, refuses_what_is_out_of_bounds) {
    const auto changed = [](auto change) {
        auto file = picture();
        change(file);
        return file;
    };
    const SharedFile bad[] = {changed([](auto& file) { file.bytes = 0; }),
                              changed([](auto& file) { file.bytes = limits::file_bytes_max + 1; }),
                              changed([](auto& file) { file.name = "../up"; }),
                              changed([](auto& file) { file.media_type = "png"; }),
                              changed([](auto& file) { file.media_type = "text/html; charset=x"; }),
                              changed([](auto& file) { file.media_type = "text/plain"; }),
                              changed([](auto& file) { file.height = 0; }),
                              changed([](auto& file) { file.width = limits::image_side_max + 1; })};
    for (const auto& file : bad) {
        EXPECT_FALSE(is_sound(file)) << file.name << " " << file.media_type;
        EXPECT_FALSE(decode(encode(ShareFile{file})).has_value());
    }
}

TEST(SharedFile, is_a_line_that_can_be_deleted_and_brought_back) {
    Transcript transcript{[](base::MemberIndex) { return base::IdentityKey{}; }};
    const MessageId line{base::MemberIndex{1}, base::SequenceNumber{1}};
    ASSERT_TRUE(transcript.apply(line, ShareFile{picture()}).has_value());
    const auto* shared = transcript.find(line);
    ASSERT_TRUE(shared != nullptr && shared->file);
    EXPECT_EQ(*shared->file, picture());
    EXPECT_EQ(shared->text(), "holiday.png");
    const MessageId removal{base::MemberIndex{1}, base::SequenceNumber{2}};
    ASSERT_TRUE(transcript.apply(removal, Delete{line, Version{1}}).has_value());
    EXPECT_TRUE(shared->is_deleted());
    const MessageId back{base::MemberIndex{1}, base::SequenceNumber{3}};
    ASSERT_TRUE(transcript.apply(back, Edit{line, Version{2}, "holiday.png"}).has_value());
    EXPECT_FALSE(shared->is_deleted() || shared->is_edited());
}

} // namespace
} // namespace plenum::chat
