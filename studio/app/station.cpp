#include "studio/app/station.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <system_error>

#include <cerrno>
#include <unistd.h>

namespace studio::app {

namespace {

using std::chrono::steady_clock;

constexpr std::chrono::milliseconds silence{1000}; // a recogniser states everything anew every second, and each frame besides
constexpr std::chrono::seconds hopeless{10};       // longer than its own way out of a camera that blocks
constexpr std::chrono::seconds slowest_start{60};  // networks are loaded on a machine that has other things to do

std::unique_ptr<engine::Table> fresh_table(const engine::TableRules& rules) {
    auto table = engine::make_table(rules);
    if (!table) throw std::runtime_error("rules of the table: " + engine::check_rules(rules).error().reason);
    return table;
}

std::string observe_endpoint(const StationSetup& setup) {
    if (!setup.table.observe.empty()) return setup.table.observe;
    return "ipc://" + (setup.run / ("observe-" + setup.table.id)).string();
}

} // namespace

Station::Station(zmq::context_t& context, const StationSetup& setup, Clock& clock)
    : observe_(context, zmq::socket_type::pull), pace_(setup.pace), software_(setup.software) {
    const auto& table = setup.table;
    observe_.set(zmq::sockopt::linger, 0);
    observe_.set(zmq::sockopt::maxmsgsize, std::int64_t{4} << 20U); // a still has some 100 kB
    const auto endpoint = observe_endpoint(setup);
    observe_.bind(endpoint);
    link_ = std::make_unique<runtime::TableLink>(context, table.id);
    const auto rules_text = engine::rules_text(table.rules);
    std::filesystem::create_directories(setup.journals);
    journal_ = JournalWriter::open(
        setup.journals, {.studio_id = setup.studio_id, .table_id = table.id, .rules_text = rules_text, .now = runtime::WallClock().now()});
    const auto& identity = journal_->identity();
    timed_journal_ = std::make_unique<runtime::TimedJournal>(*journal_, setup.metrics);
    const auto recording = journal_->recording();
    host_ = std::make_unique<runtime::TableHost>(
        runtime::TableIdentity{identity.studio_id, identity.table_id, identity.epoch, identity.rules_version}, fresh_table(table.rules),
        clock, *timed_journal_, *recording, *link_, setup.showing);
    host_->remember_by([this, file = journal_path(setup.journals, table.id)](const std::string& distributor, const std::string& round_id) {
        constexpr std::size_t most = 10'000; // of one distributor in one round
        if (!history_) history_ = std::make_unique<JournalReader>(file);
        std::vector<std::string> told;
        for (auto& event : history_->read_private(distributor, 1, most, round_id))
            told.push_back(std::move(event.bytes));
        return told;
    });
    if (setup.metrics != nullptr) host_->tell(*setup.metrics);
    if (setup.stills != nullptr) host_->on_still([store = setup.stills](runtime::Still still) { store->keep(std::move(still)); });
    if (software_ != nullptr) {
        host_->on_software_asked([watch = software_](const std::string& by) { watch->ask(by); });
        software_recorded_ = std::max<std::uint64_t>(software_->newest(), 1) - 1; // a table that comes back says the newest once more
    }
    for (const auto& camera : table.cameras)
        add_camera(setup, camera, endpoint);
}

void Station::add_camera(const StationSetup& setup, const runtime::CameraConfig& camera, const std::string& endpoint) {
    const auto& layout = camera.layout.empty() ? setup.table.layout : camera.layout;
    std::vector<std::string> command{program_beside("recogniser").string(),
                                     "--with-parent",
                                     std::to_string(getpid()),
                                     "--camera",
                                     camera.url,
                                     "--layout",
                                     layout.string(),
                                     "--table",
                                     setup.table.id,
                                     "--camera-id",
                                     camera.id,
                                     "--observe",
                                     endpoint};
    if (!camera.slots.empty()) {
        std::string slots;
        for (const auto& slot : camera.slots)
            slots += (slots.empty() ? "" : ",") + slot.text();
        command.insert(command.end(), {"--slots", slots});
    }
    if (pace_ == CameraPace::LIVE)
        command.insert(command.end(), {"--view", (setup.run / ("view-" + setup.table.id + "-" + camera.id + ".png")).string()});
    if (!setup.pictures.empty())
        command.insert(command.end(), {"--picture", (setup.pictures / ("picture-" + setup.table.id + "-" + camera.id + ".jpg")).string()});
    if (!setup.table.deck.empty()) command.insert(command.end(), {"--deck", setup.table.deck.string()});
    command.insert(command.end(), setup.recogniser_arguments.begin(), setup.recogniser_arguments.end());
    auto& watched = cameras_.emplace_back();
    watched.id = camera.id;
    watched.process = std::make_unique<runtime::SupervisedProcess>(std::move(command));
}

void Station::wait(std::chrono::milliseconds patience) {
    zmq::pollitem_t items[] = {{observe_.handle(), 0, ZMQ_POLLIN, 0}, {link_->socket().handle(), 0, ZMQ_POLLIN, 0}};
    zmq::poll(items, 2, patience);
}

std::optional<std::string> Station::take_observation() {
    zmq::message_t message;
    if (!observe_.recv(message, zmq::recv_flags::dontwait)) return std::nullopt;
    return message.to_string();
}

void Station::tend_cameras() {
    const auto now = steady_clock::now();
    for (auto& camera : cameras_) {
        const auto status = camera.process->tend(now);
        if (camera.process->starts() != camera.starts) {
            camera.starts = camera.process->starts();
            camera.started = now;
            camera.heard.reset();
            camera.told_silent = false;
        }
        if (camera.ended) continue;
        if (status)
            died(camera, *status);
        else if (pace_ == CameraPace::LIVE && camera.process->running())
            watch_silence(camera, now);
    }
}

void Station::lose(const Camera& camera, const std::string& why) {
    spdlog::warn("{} camera={} {}", host_->place(), camera.id, why);
    const auto told = host_->submit(engine::CameraChanged{camera.id, engine::CameraSight::LOST, why}, "studio");
    if (!told) spdlog::warn("{} camera={} {}", host_->place(), camera.id, told.error().reason);
}

// Status 2 is a wrong layout, a file that is broken or not there: the recogniser has said what and where. Of a recording that is the end; a
// live camera is tried again at length, because its picture's size may be put right beside it.
void Station::died(Camera& camera, int status) {
    if (status == 0 && pace_ == CameraPace::RECORDED) { // it says that its source has ended in a message that is still to be taken
        camera.process->do_not_restart();
        return;
    }
    lose(camera, "its recogniser ended with status " + std::to_string(status));
    if (status != 2 || pace_ == CameraPace::LIVE) return;
    spdlog::error("{} camera={} cannot be watched as configured", host_->place(), camera.id);
    failed_.push_back(camera.id);
    camera.process->do_not_restart();
    camera.ended = true;
}

void Station::watch_silence(Camera& camera, steady_clock::time_point now) {
    const auto silent = now - camera.heard.value_or(camera.started);
    if (camera.heard && silent > silence && !camera.told_silent) {
        camera.told_silent = true;
        lose(camera, "its recogniser says nothing");
    }
    if (silent < (camera.heard ? hopeless : slowest_start)) return;
    camera.process->signal(SIGKILL);
    camera.heard = now; // once; its end is told when it has come
}

Station::Camera* Station::find(const std::string& camera) {
    const auto found = std::ranges::find(cameras_, camera, &Camera::id);
    return found == cameras_.end() ? nullptr : &*found;
}

void Station::heard_of(const std::string& camera) {
    auto* found = find(camera);
    if (found == nullptr) return;
    found->heard = steady_clock::now();
    found->told_silent = false;
}

void Station::camera_ended(const std::string& camera) {
    auto* found = find(camera);
    if (found == nullptr) return;
    found->ended = true;
    found->process->do_not_restart();
}

bool Station::cameras_ended() const {
    return !cameras_.empty() && std::ranges::all_of(cameras_, &Camera::ended);
}

bool Station::has_ended(const std::string& camera) const {
    const auto found = std::ranges::find(cameras_, camera, &Camera::id);
    return found == cameras_.end() || found->ended;
}

std::vector<std::string> Station::camera_ids() const {
    std::vector<std::string> ids;
    ids.reserve(cameras_.size());
    for (const auto& camera : cameras_)
        ids.push_back(camera.id);
    return ids;
}

void Station::beat_when_due() {
    const auto now = steady_clock::now();
    if (now < next_beat_) return;
    next_beat_ = now + std::chrono::seconds(1);
    record_software();
    host_->beat();
}

void Station::record_software() {
    if (software_ == nullptr || host_->sequencer().stopped()) return;
    while (auto next = software_->next_after(software_recorded_)) {
        software_recorded_ = next->number;
        if (!host_->submit(std::move(next->input), "studio")) break; // logged there; the next record comes at its own time
    }
}

RunFolder::RunFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "studio-XXXXXX").string();
    if (!mkdtemp(pattern.data())) throw std::system_error(errno, std::generic_category(), "cannot make a folder " + pattern);
    path_ = pattern;
}

RunFolder::~RunFolder() {
    std::error_code ignored; // a folder left behind is no reason to fail at the end
    std::filesystem::remove_all(path_, ignored);
}

std::filesystem::path program_beside(const std::string& name) {
    return std::filesystem::read_symlink("/proc/self/exe").parent_path() / name;
}

} // namespace studio::app
