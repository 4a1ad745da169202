// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "ui/port/conference_port.h"
#include "ui/port/simulated_floor.h"
#include "ui/port/simulated_network.h"
#include "ui/port/simulated_picture.h"

#include <QTimer>

#include <deque>
#include <map>
#include <optional>

namespace plenum::ui {

/// A conference that is not there: generated people, pictures, voices and messages, no network, no devices. For
/// `plenum --offline-demo` and for tests. Runs by a timer, or step by step through `tick`.
class SimulatedConference : public ConferencePort {
    Q_OBJECT

  public:
    /// One tick stands for 50 ms.
    static constexpr int ticks_per_second = 20;
    static constexpr base::TokenId voice_floor{1};

    struct Options {
        /// Others in the conference; 0 … 60.
        int others{5};
        /// By itself: timer, messages, somebody who loses the connection and returns. Else only what a test asks for.
        bool automatic{true};
        /// Ticks from host or join to being in the call, a third for each state on the way.
        int ticks_to_join{12};
        /// Ticks that whoever joins waits to be let in; negative: for ever, 0: not at all.
        int ticks_to_wait{0};
        /// Whether the client counts as one that can draw and share a screen.
        bool board_and_screen{true};
    };

    explicit SimulatedConference(Options options, QObject* parent = nullptr);

    // ConferencePort
    void host(const HostRequest& request) override;
    void join(const JoinRequest& request) override;
    void leave() override;
    void leave_relay_running() override;
    [[nodiscard]] bool relay_running() const override { return relay_running_; }
    void stop_relay() override;
    void end_for_all() override;
    [[nodiscard]] std::optional<LinkFacts> read_link(const QString& text) const override;
    [[nodiscard]] ConnectionState state() const override { return state_; }
    [[nodiscard]] ConferenceFacts conference() const override { return facts_; }
    [[nodiscard]] EncryptionFacts encryption() const override;
    void admit(KnockId knock) override;
    void refuse(KnockId knock) override;
    void remove_member(base::MemberIndex index, bool change_link) override;
    void set_role(base::MemberIndex index, Role role) override;
    void set_policy(const EntryPolicy& policy) override;
    void change_link() override;
    void accept_key(base::MemberIndex index, KeyOwner owner) override;
    void set_blocked(base::MemberIndex index, bool blocked) override;
    void set_verified(base::MemberIndex index, bool verified) override;
    void ask_mute(base::MemberIndex index) override;
    void set_loudness(base::MemberIndex index, double factor) override;
    void want_floor(base::TokenId floor, bool wanted, RequestClass priority) override;
    void act_on_floor(const FloorAct& act) override;
    [[nodiscard]] bool shows(FloorPurpose purpose) const override {
        return options_.board_and_screen || (purpose != FloorPurpose::pen && purpose != FloorPurpose::screen);
    }
    [[nodiscard]] bool can_create_floor(FloorPurpose purpose) const override;
    [[nodiscard]] QList<FloorStyle> floor_styles() const override;
    void set_floor_opens_microphone(bool opens) override { floor_opens_microphone_ = opens; }
    void act_on_group(const GroupAct& act) override;
    void speak_to_all(bool to_all) override;
    void set_lean(base::ConversationId conversation, Lean lean) override;
    ChatId send_chat(const QString& text) override;
    void set_microphone_on(bool on) override;
    void set_camera_on(bool on) override;
    [[nodiscard]] bool microphone_on() const override;
    [[nodiscard]] bool microphone_wanted() const override { return microphone_on_; }
    [[nodiscard]] bool camera_on() const override { return camera_on_ && has_device(DeviceKind::camera); }
    void start_preview() override { preview_ = true; }
    void stop_preview() override { preview_ = false; }
    [[nodiscard]] QList<Device> devices(DeviceKind kind) const override { return devices_.value(kind); }
    [[nodiscard]] QString selected_device(DeviceKind kind) const override;
    void select_device(DeviceKind kind, const QString& id) override { wanted_devices_[kind] = id; }
    void set_audio_processing(const AudioProcessing& processing) override { processing_ = processing; }
    void set_metering(bool on) override { metering_ = on; }
    void play_test_sound() override;
    [[nodiscard]] SimulatedNetwork& network() override { return network_; }
    [[nodiscard]] bool simulated() const override { return true; }

    // What a test lets happen
    /// Time goes on by 50 ms.
    void tick();
    void someone_joins();
    void someone_leaves(base::MemberIndex index, Departure departure = Departure::left);
    /// Waits for us to let them in; the same name again gives up. Everybody whom we do not refuse joins.
    void someone_knocks(const QString& name, Familiarity familiarity = Familiarity::newcomer);
    /// The moderator of a conference that we joined lets us in.
    void let_us_in();
    /// The link of conferences that we join from now on, as they then tell it.
    void set_joined_link(const QString& link) { joined_link_ = link; }
    void make_us_moderator(bool moderator);
    /// Nobody moderates for long enough, so that we may.
    void let_us_act();
    /// Somebody has whoever wants to speak, draw or share ask for it.
    void turn_floor_on(FloorPurpose purpose = FloorPurpose::voice);
    /// They have waited, or hold it, for so long.
    void someone_wants_floor(base::MemberIndex index, bool wanted = true, RequestClass priority = RequestClass::normal,
                             std::chrono::seconds for_long = {}, base::TokenId floor = voice_floor);
    /// What Ada does, who moderates.
    void someone_acts(const FloorAct& act);
    /// What a style does that is none of those simulated.
    void style_acts(const FloorAct& act);
    /// The clock goes on for holders alone.
    void let_floor_time_pass(std::chrono::seconds time);
    /// Nothing is heard of the relay, so what we hold counts as lost, or it is heard again.
    void set_floor_out_of_reach(bool out);
    /// What Ada does, who moderates.
    void someone_acts_on_group(const GroupAct& act);
    void someone_speaks_to_all(base::MemberIndex index, bool to_all);
    /// What Ada makes of a conversation, who moderates.
    void someone_leans(base::ConversationId conversation, Lean lean);
    /// A second of the call goes by as its figures tell.
    void let_figures_pass();
    /// So many messages came otherwise than in order, from now on told.
    void spoil_order(base::ConversationId conversation, std::uint64_t forced, std::uint64_t late,
                     std::uint64_t discarded);
    /// The relay does not take what we say of how conversations lean.
    void refuse_leans(std::optional<ProblemKind> why) { leans_refused_ = why; }
    void set_familiarity(base::MemberIndex index, Familiarity familiarity);
    void rename(base::MemberIndex index, const QString& name);
    void set_absent(base::MemberIndex index, bool absent);
    /// Nothing is heard of a holder, whose floor goes back in so long; or it is heard again.
    void set_floor_silent(base::MemberIndex holder, std::optional<std::chrono::milliseconds> returns_in);
    void someone_writes(base::MemberIndex index, const QString& text, bool late = false);
    /// We talk into the microphone, whether it is muted or not.
    void set_self_talking(bool talking) { self_talking_ = talking; }
    void set_devices(DeviceKind kind, const QList<Device>& devices);
    void set_health(const LinkHealth& health);
    void set_agreement(Agreement agreement) { emit agreement_changed(agreement); }
    void lose_relay() { set_state(ConnectionState::reconnecting); }
    void find_relay() { set_state(ConnectionState::in_call); }
    void fail_next_message() { fail_next_message_ = true; }
    /// Whether the relay's disk takes what we write; once it does, all that waited is stored.
    void store_messages(bool stored);
    void report(ProblemKind kind) { emit problem({.kind = kind, .detail = {}}); }
    void end(EndReason reason, const QString& detail = {});
    /// The relay of the conference that we joined runs in the host's program, and not on a server.
    void make_hosted();
    [[nodiscard]] Role role_of(base::MemberIndex index) const;
    /// A moderator asks us to mute.
    void someone_mutes_us(base::MemberIndex moderator);
    [[nodiscard]] double loudness(base::MemberIndex index) const { return loudness_.value(index.value(), 1); }
    [[nodiscard]] const AudioProcessing& audio_processing() const { return processing_; }

  signals:
    /// For tests: by which link a conference was joined.
    void join_asked(const QString& link);
    /// For tests: what was asked for.
    void host_asked(const plenum::ui::HostRequest& request);

  public:
    static constexpr auto example_link = "plenum://127.0.0.1:7700/demo-conference#3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAA";

  private:
    struct Person {
        Member member;
        SimulatedPicture picture;
        bool talking{false};
        int ticks_to_change{0};
    };
    void begin(const QString& name, bool hosting);
    void enter_call();
    void set_state(ConnectionState state);
    void update_self();
    void play_script();
    void play_people(int second);
    void play_floor(int second);
    [[nodiscard]] SimulatedFloor* floor(base::TokenId id);
    void create_floor(FloorPurpose purpose, const FloorSettings& settings);
    void act_as(const FloorAct& act, base::MemberIndex author, bool moderates);
    void change_floor(SimulatedFloor& changed, bool really);
    void tell_floor(SimulatedFloor& told);
    void open_or_close_microphone(const SimulatedFloor& voice);
    void leave_floors(base::MemberIndex member);
    void let_styles_decide();
    [[nodiscard]] bool may_speak(base::MemberIndex index) const;
    // simulated_groups.cpp
    void change_groups(const GroupAct& act, base::MemberIndex author, bool moderates);
    void move_to_group(const QList<base::MemberIndex>& members, base::ConversationId to);
    void set_speaks_to_all(bool to_all);
    [[nodiscard]] base::ConversationId group_of(base::MemberIndex member) const;
    // simulated_figures.cpp
    void change_lean(base::ConversationId conversation, Lean lean);
    void tell_figures();
    [[nodiscard]] OrderFigures order_figures(base::ConversationId conversation);
    /// Whether we hear and see them: in the plenary or our group, or what they say is for everyone.
    [[nodiscard]] bool reaches_us(const Member& member) const;
    void tell_facts();
    void tell(base::MemberIndex index);
    [[nodiscard]] QString new_link();
    void make_voices();
    void make_pictures();
    void deliver_chat();
    [[nodiscard]] bool has_device(DeviceKind kind) const { return !devices_.value(kind).isEmpty(); }
    [[nodiscard]] Person make_person(base::MemberIndex index) const;
    [[nodiscard]] static Acquaintance make_acquaintance(int number);

    Options options_;
    SimulatedNetwork network_;
    QTimer timer_;
    base::Random random_{2};
    ConnectionState state_{ConnectionState::idle};
    ConferenceFacts facts_;
    QString own_name_;
    QString joined_link_{QString::fromLatin1(example_link)};
    std::map<base::MemberIndex, Person> people_;
    std::map<KnockId, Knock> knocks_;
    KnockId last_knock_;
    int links_made_{0};
    int waited_ticks_{0};
    SimulatedPicture own_picture_{4};
    QHash<DeviceKind, QList<Device>> devices_;
    QHash<DeviceKind, QString> wanted_devices_;
    AudioProcessing processing_;
    std::deque<std::pair<ChatId, int>> chat_under_way_;
    ChatId last_chat_;
    std::uint32_t last_index_{1};
    int ticks_{0};
    int call_ticks_{0};
    std::map<base::TokenId, SimulatedFloor> floors_;
    std::map<base::ConversationId, Group> groups_;
    /// The plenary's; a group's come after it.
    base::ConversationId last_group_{1};
    bool speaks_to_all_{false};
    bool relay_running_{false};
    /// What we host runs on a relay server.
    bool elsewhere_{false};
    QHash<std::uint32_t, double> loudness_;
    std::map<base::ConversationId, Lean> leans_;
    std::map<base::ConversationId, OrderFigures::Measured> orders_;
    std::uint64_t seconds_{0};
    std::optional<ProblemKind> leans_refused_;
    bool floor_opens_microphone_{true};
    bool microphone_opened_{false};
    bool floor_asked_{false};
    bool microphone_told_{true};
    bool microphone_on_{true};
    bool camera_on_{true};
    bool preview_{false};
    bool metering_{false};
    int ticks_of_test_sound_{0};
    bool self_talking_{false};
    bool fail_next_message_{false};
    bool store_messages_{true};
    std::vector<ChatId> unstored_;
};

} // namespace plenum::ui
