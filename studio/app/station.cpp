#include "studio/app/station.h"

#include <spdlog/spdlog.h>

#include <cstdlib>
#include <stdexcept>
#include <system_error>

#include <cerrno>

namespace studio::app {

namespace {

using std::chrono::steady_clock;

std::unique_ptr<engine::Table> fresh_table(const engine::TableRules& rules) {
    auto table = engine::make_table(rules);
    if (!table) throw std::runtime_error("no game is called '" + rules.game + "'");
    return table;
}

std::string observe_endpoint(const StationSetup& setup) {
    if (!setup.table.observe.empty()) return setup.table.observe;
    return "ipc://" + (setup.run / ("observe-" + setup.table.id)).string();
}

} // namespace

Station::Station(zmq::context_t& context, const StationSetup& setup, Clock& clock) : observe_(context, zmq::socket_type::pull) {
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
    const auto recording = journal_->recording();
    host_ = std::make_unique<runtime::TableHost>(
        runtime::TableIdentity{identity.studio_id, identity.table_id, identity.epoch, identity.rules_version}, fresh_table(table.rules),
        clock, *journal_, *recording, *link_);
    for (const auto& camera : table.cameras) {
        std::vector<std::string> command{program_beside("recogniser").string(),
                                         "--camera",
                                         camera.url,
                                         "--layout",
                                         table.layout.string(),
                                         "--table",
                                         table.id,
                                         "--camera-id",
                                         camera.id,
                                         "--observe",
                                         endpoint};
        command.insert(command.end(), setup.recogniser_arguments.begin(), setup.recogniser_arguments.end());
        cameras_.push_back({camera.id, std::make_unique<runtime::SupervisedProcess>(std::move(command))});
    }
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
    for (auto& camera : cameras_) {
        const auto status = camera.process->tend(steady_clock::now());
        if (!status || ended_) continue;
        spdlog::warn("table={} camera={} recogniser ended with status {}", host_->identity().table_id, camera.id, *status);
        const auto told = host_->submit(engine::CameraChanged{camera.id, engine::CameraSight::LOST, "its recogniser ended"}, "studio");
        if (*status == 2) { // it cannot be started this way: a wrong layout, a file that is not there
            camera.process->do_not_restart();
            if (told) spdlog::error("table={} camera={} cannot be watched as configured", host_->identity().table_id, camera.id);
            ended_ = true;
        }
    }
}

void Station::camera_ended() {
    ended_ = true;
    for (auto& camera : cameras_)
        camera.process->do_not_restart();
}

void Station::beat_when_due() {
    const auto now = steady_clock::now();
    if (now < next_beat_) return;
    next_beat_ = now + std::chrono::seconds(1);
    host_->beat();
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
