// NATS servers with JetStream on this machine's loopback, each a process with a folder of its own, and somebody who reads their streams.
#pragma once

#include "proto/wire/free_port.h"
#include "studio/runtime/child_process.h"
#include "tests/support/until.h"

#include <nats/nats.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <deque>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace studio::testing {

// Processes are started by its maker and end with it.
class NatsCluster {
public:
    NatsCluster(const std::filesystem::path& folder, std::size_t nodes) {
        std::string routes;
        for (std::size_t node = 0; node < nodes; ++node) {
            auto& one = nodes_.emplace_back();
            one.name = "n" + std::to_string(node + 1);
            one.port = proto::wire::free_port();
            one.route = proto::wire::free_port();
            routes += (routes.empty() ? "" : ", ") + std::string("\"nats-route://127.0.0.1:") + std::to_string(one.route) + "\"";
        }
        for (auto& node : nodes_) {
            const auto home = folder / node.name;
            std::filesystem::create_directories(home);
            node.config = home / "nats.conf";
            std::ofstream out(node.config);
            out << "server_name: " << node.name << "\nlisten: \"127.0.0.1:" << node.port << "\"\nlog_file: " << home / "log"
                << "\njetstream { store_dir: " << home / "store" << ", max_memory_store: 67108864, max_file_store: 1073741824 }\n";
            if (nodes > 1) out << "cluster { name: test, listen: \"127.0.0.1:" << node.route << "\", routes: [" << routes << "] }\n";
        }
        for (std::size_t node = 0; node < nodes; ++node)
            start(node);
    }
    void start(std::size_t node) {
        nodes_[node].process.emplace(std::vector<std::string>{"/usr/sbin/nats-server", "-c", nodes_[node].config.string()});
    }
    // As when it crashes.
    void kill(std::size_t node) { end(node, SIGKILL); }
    [[nodiscard]] std::size_t size() const { return nodes_.size(); }
    [[nodiscard]] std::size_t find(const std::string& name) const {
        for (std::size_t node = 0; node < nodes_.size(); ++node)
            if (nodes_[node].name == name) return node;
        throw std::out_of_range("no node " + name);
    }
    // Of all nodes, also those that do not run.
    [[nodiscard]] std::string urls() const {
        std::string urls;
        for (const auto& node : nodes_)
            urls += (urls.empty() ? "" : ",") + std::string("nats://127.0.0.1:") + std::to_string(node.port);
        return urls;
    }

private:
    struct Node {
        std::string name;
        int port = 0;
        int route = 0;
        std::filesystem::path config;
        std::optional<runtime::ChildProcess> process;
    };
    void end(std::size_t node, int signal) {
        auto& process = nodes_[node].process;
        if (!process) return;
        process->signal(signal);
        (void)until([&] { return process->exit_status().has_value(); });
        process.reset();
    }
    std::deque<Node> nodes_;
};

// A program that reads a stream as any other would, with what Debian's library for C offers.
class StreamReader {
public:
    struct Message {
        std::string subject;
        std::string id;
        std::string bytes;
    };
    StreamReader(const std::string& urls, std::string stream) : stream_(std::move(stream)) {
        natsOptions* options = nullptr;
        natsOptions_Create(&options);
        std::vector<std::string> list;
        std::vector<const char*> servers;
        std::stringstream words(urls);
        for (std::string url; std::getline(words, url, ',');)
            list.push_back(url);
        for (const auto& url : list)
            servers.push_back(url.c_str());
        natsOptions_SetServers(options, servers.data(), static_cast<int>(servers.size()));
        natsOptions_SetMaxReconnect(options, -1);
        natsOptions_SetReconnectWait(options, 100);
        natsOptions_SetErrorHandler(options, [](natsConnection*, natsSubscription*, natsStatus, void*) {}, nullptr);
        until([&] { return natsConnection_Connect(&connection_, options) == NATS_OK; });
        natsOptions_Destroy(options);
        if (connection_ == nullptr) throw std::runtime_error("no NATS server at " + urls);
        jsOptions patience;
        jsOptions_Init(&patience);
        patience.Wait = 2000;
        natsConnection_JetStream(&js_, connection_, &patience);
    }
    ~StreamReader() {
        jsCtx_Destroy(js_);
        natsConnection_Destroy(connection_);
    }
    StreamReader(const StreamReader&) = delete;
    StreamReader& operator=(const StreamReader&) = delete;

    struct Info {
        std::uint64_t messages = 0;
        std::string leader;
        std::size_t current = 0; // followers that have everything
    };
    // Nothing while the stream does not answer.
    [[nodiscard]] std::optional<Info> info() const {
        jsStreamInfo* found = nullptr;
        if (js_GetStreamInfo(&found, js_, stream_.c_str(), nullptr, nullptr) != NATS_OK) return std::nullopt;
        Info info{found->State.Msgs, "", 0};
        if (const auto* cluster = found->Cluster) {
            info.leader = cluster->Leader != nullptr ? cluster->Leader : "";
            for (int peer = 0; peer < cluster->ReplicasLen; ++peer)
                if (cluster->Replicas[peer]->Current && cluster->Replicas[peer]->Lag == 0) ++info.current;
        }
        jsStreamInfo_Destroy(found);
        return info;
    }
    [[nodiscard]] std::uint64_t messages() const {
        const auto now = info();
        return now ? now->messages : 0;
    }
    // Everything from the first message on, through a consumer that is asked for it: libnats 3.4 is unsafe when a subscription ends while
    // messages come unasked (nats.c #637).
    [[nodiscard]] std::vector<Message> read() {
        std::vector<Message> messages;
        const auto count = this->messages();
        jsSubOptions options;
        jsSubOptions_Init(&options);
        options.Stream = stream_.c_str();
        options.Config.MaxAckPending = 100'000;
        natsSubscription* subscription = nullptr;
        natsStatus status = NATS_TIMEOUT;
        std::string name;
        // A cluster whose node has just come back makes a consumer only when its leaders have been elected.
        for (const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
             status != NATS_OK && std::chrono::steady_clock::now() < end;) {
            name = "reader-" + std::to_string(++readings_);
            status = js_PullSubscribe(&subscription, js_, "studio.>", name.c_str(), nullptr, &options, nullptr);
        }
        if (status != NATS_OK) throw std::runtime_error(std::string("subscribing: ") + natsStatus_GetText(status));
        while (messages.size() < count) {
            natsMsgList list{};
            const auto wanted = static_cast<int>(std::min<std::uint64_t>(count - messages.size(), 500));
            if (natsSubscription_Fetch(&list, subscription, wanted, 10'000, nullptr) != NATS_OK) break;
            for (int place = 0; place < list.Count; ++place) {
                auto* message = list.Msgs[place];
                const char* id = "";
                natsMsgHeader_Get(message, "Nats-Msg-Id", &id);
                messages.push_back({natsMsg_GetSubject(message), id,
                                    std::string(natsMsg_GetData(message), static_cast<std::size_t>(natsMsg_GetDataLength(message)))});
                natsMsg_Ack(message, nullptr);
            }
            natsMsgList_Destroy(&list);
        }
        natsSubscription_Destroy(subscription);
        js_DeleteConsumer(js_, stream_.c_str(), name.c_str(), nullptr, nullptr);
        return messages;
    }
    // Somebody who publishes what is no event.
    bool intrude(const std::string& subject, const std::string& bytes) const {
        return js_Publish(nullptr, js_, subject.c_str(), bytes.data(), static_cast<int>(bytes.size()), nullptr, nullptr) == NATS_OK;
    }
    bool remove_last(const std::string& subject) const {
        natsMsg* last = nullptr;
        if (js_GetLastMsg(&last, js_, stream_.c_str(), subject.c_str(), nullptr, nullptr) != NATS_OK) return false;
        const auto number = natsMsg_GetSequence(last);
        natsMsg_Destroy(last);
        return js_DeleteMsg(js_, stream_.c_str(), number, nullptr, nullptr) == NATS_OK;
    }
    // A stream of the same name that somebody made by hand.
    bool make(const std::string& subjects, std::int64_t max_age_ns) const {
        jsStreamConfig config;
        jsStreamConfig_Init(&config);
        const char* subject = subjects.c_str();
        config.Name = stream_.c_str();
        config.Subjects = &subject;
        config.SubjectsLen = 1;
        config.MaxAge = max_age_ns;
        return js_AddStream(nullptr, js_, &config, nullptr, nullptr) == NATS_OK;
    }

private:
    std::string stream_;
    int readings_ = 0;
    natsConnection* connection_ = nullptr;
    jsCtx* js_ = nullptr;
};

} // namespace studio::testing
