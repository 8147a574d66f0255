#include "studio/bridge/jet_stream.h"

#include <nats/nats.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <condition_variable>
#include <mutex>
#include <stdexcept>

namespace studio::bridge {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::int64_t duplicates_ns = 120'000'000'000; // far longer than any call here waits for its answer
constexpr milliseconds between_connects{250};
constexpr std::uint64_t longest_search = 10'000; // messages, a fraction of a millisecond each
constexpr const char* written_by_header = "Studio-Bridge";

template <auto destroy>
struct Free {
    template <typename Handle>
    void operator()(Handle* handle) const {
        destroy(handle);
    }
};
using Options = std::unique_ptr<natsOptions, Free<natsOptions_Destroy>>;
using Message = std::unique_ptr<natsMsg, Free<natsMsg_Destroy>>;
using StreamInfo = std::unique_ptr<jsStreamInfo, Free<jsStreamInfo_Destroy>>;
using PubAck = std::unique_ptr<jsPubAck, Free<jsPubAck_Destroy>>;

// What libnats says of the last failure in this thread.
std::string words_of(natsStatus status) {
    natsStatus ignored = NATS_OK;
    const char* detail = nats_GetLastError(&ignored);
    std::string words = natsStatus_GetText(status);
    if (detail != nullptr && *detail != '\0' && words != detail) words += " (" + std::string(detail) + ")";
    return words;
}

StreamError error_of(natsStatus status, int code, const std::string& doing) {
    const auto what = doing + ": " + words_of(status);
    switch (code) {
    case JSStreamWrongLastSequenceErr: return {StreamTrouble::WRONG_LAST, what};
    case JSStreamNotMatchErr: return {StreamTrouble::REFUSED, what + ": the subject belongs to another stream"};
    case JSStreamMessageExceedsMaximumErr: return {StreamTrouble::REFUSED, what};
    case JSStreamSubjectOverlapErr: return {StreamTrouble::MISFIT, what + ": another stream has taken the studio's subjects"};
    case JSStreamReplicasNotSupportedErr: return {StreamTrouble::MISFIT, what + ": a server alone keeps one replica"};
    default: break;
    }
    if (status == NATS_MAX_PAYLOAD) return {StreamTrouble::REFUSED, what};
    if (status == NATS_NO_RESPONDERS) return {StreamTrouble::AWAY, what + ": no JetStream answers, or the stream has no leader"};
    return {StreamTrouble::AWAY, what};
}

std::string header_of(natsMsg* message, const char* key) {
    const char* value = nullptr;
    return natsMsgHeader_Get(message, key, &value) == NATS_OK && value != nullptr ? value : "";
}

StoredMessage stored(natsMsg* message, StoredMessage::Found found) {
    return {natsMsg_GetSequence(message), header_of(message, "Nats-Msg-Id"), header_of(message, written_by_header),
            std::string(natsMsg_GetData(message), static_cast<std::size_t>(natsMsg_GetDataLength(message))), found};
}

// When a subject's last message was deleted, servers of version 2.9 say that there is none on it, though they have all the others, until
// the next one comes. Taken for an empty subject, everything would be sent a second time. So they are counted, and the last is searched
// from the stream's end.
std::expected<std::optional<StoredMessage>, StreamError> search_last(jsCtx* js, const std::string& stream, const std::string& subject) {
    jsOptions options;
    jsOptions_Init(&options);
    options.Stream.Info.SubjectsFilter = subject.c_str();
    jsStreamInfo* answered = nullptr;
    auto code = static_cast<jsErrCode>(0);
    auto status = js_GetStreamInfo(&answered, js, stream.c_str(), &options, &code);
    const StreamInfo info(answered);
    if (status != NATS_OK) return std::unexpected(error_of(status, code, "messages on " + subject));
    if (info->State.Subjects == nullptr || info->State.Subjects->Count == 0) return std::nullopt;
    const auto& state = info->State;
    for (auto number = state.LastSeq; number >= state.FirstSeq && number > 0 && state.LastSeq - number < longest_search; --number) {
        natsMsg* found = nullptr;
        status = js_GetMsg(&found, js, stream.c_str(), number, nullptr, &code);
        const Message message(found);
        if (status != NATS_OK && code != JSNoMessageFoundErr)
            return std::unexpected(error_of(status, code, "message " + std::to_string(number)));
        if (status == NATS_OK && subject == natsMsg_GetSubject(found)) return stored(found, StoredMessage::Found::SEARCHED);
    }
    return std::unexpected(
        StreamError{StreamTrouble::REFUSED, "stream " + stream + " has messages on " + subject +
                                                ", but its servers do not say which is the last, and it is not among the " +
                                                std::to_string(longest_search) + " last of the stream"});
}

// How a stream is not as the bridge needs it; empty when it is. What takes a table's last message away takes its cursor away, so a limit by
// age, by bytes or over all tables together is none that a studio's stream may have; more replicas or more events than asked for are
// welcome.
std::string misfit_of(const jsStreamConfig& is, const std::string& subjects, const JetStreamOptions& wanted) {
    const auto number = [](auto value) { return std::to_string(value); };
    const auto keep = static_cast<std::int64_t>(wanted.keep_events);
    if (is.SubjectsLen != 1 || subjects != is.Subjects[0]) return "its subjects are not " + subjects + " alone";
    if (is.Mirror != nullptr || is.SourcesLen > 0) return "it is filled from other streams";
    if (is.Sealed) return "it is sealed";
    if (is.NoAck) return "it acknowledges nothing";
    if (is.Retention != js_LimitsPolicy) return "it drops what has been read (its retention is not 'limits')";
    if (is.Storage != js_FileStorage) return "it is kept in memory";
    if (is.MaxAge > 0) return "it drops events by age, and with them a resting table's last one";
    if (is.MaxMsgs > 0 || is.MaxBytes > 0) return "it drops events of any table when it is full, a resting table's last one too";
    if (is.MaxMsgsPerSubject > 0 && is.MaxMsgsPerSubject < keep)
        return "it keeps " + number(is.MaxMsgsPerSubject) + " events of a table, not " + number(keep);
    if (is.Replicas < wanted.replicas) return "it has " + number(is.Replicas) + " replicas, not " + number(wanted.replicas);
    if (is.Duplicates > 0 && is.Duplicates < duplicates_ns) return "it forgets message ids sooner than after two minutes";
    return {};
}

} // namespace

// What libnats calls back with: outlives the connection, whose callbacks run in threads of the library.
struct Ear {
    explicit Ear(Log say) : log(std::move(say)) {}
    Log log;
    std::atomic<bool> ending = false; // we close it ourselves
    std::mutex mutex;
    std::condition_variable changed;
    enum class Life : std::uint8_t { OPEN, CLOSED } life = Life::OPEN;

    static void error(natsConnection*, natsSubscription*, natsStatus status, void* self) {
        (*static_cast<std::shared_ptr<Ear>*>(self))->log(Weight::WARNING, "bridge nats: " + words_of(status));
    }
    static void disconnected(natsConnection*, void* self) {
        const auto& ear = **static_cast<std::shared_ptr<Ear>*>(self);
        if (!ear.ending) ear.log(Weight::WARNING, "bridge nats: the connection is lost");
    }
    static void reconnected(natsConnection* connection, void* self) {
        char url[256] = "";
        natsConnection_GetConnectedUrl(connection, url, sizeof url);
        (*static_cast<std::shared_ptr<Ear>*>(self))->log(Weight::NEWS, "bridge nats: connected again, to " + std::string(url));
    }
    // The last call that the library makes for a connection.
    static void closed(natsConnection*, void* self) {
        auto* kept = static_cast<std::shared_ptr<Ear>*>(self);
        const auto ear = *kept;
        delete kept;
        const std::scoped_lock lock(ear->mutex);
        ear->life = Life::CLOSED;
        ear->changed.notify_all();
    }
};

// One connection and what is asked over it. libnats locks it.
class JetStream::Session {
public:
    static std::expected<std::shared_ptr<Session>, StreamError> open(const JetStreamOptions& options, const Log& log) {
        auto ear = std::make_shared<Ear>(log);
        auto kept = std::make_unique<std::shared_ptr<Ear>>(ear);
        const auto settings = settings_of(options, kept.get());
        natsConnection* connection = nullptr;
        if (const auto status = natsConnection_Connect(&connection, settings.get()); status != NATS_OK)
            return std::unexpected(StreamError{StreamTrouble::AWAY, "connecting: " + words_of(status)});
        kept.release(); // NOLINT(bugprone-unused-return-value): Ear::closed deletes it
        auto session = std::shared_ptr<Session>(new Session(connection, std::move(ear)));
        jsOptions waits;
        jsOptions_Init(&waits);
        waits.Wait = options.patience.count();
        if (const auto status = natsConnection_JetStream(&session->js_, connection, &waits); status != NATS_OK)
            return std::unexpected(StreamError{StreamTrouble::AWAY, "JetStream: " + words_of(status)});
        return session;
    }
    ~Session() {
        ear_->ending = true;
        jsCtx_Destroy(js_);
        natsConnection_Destroy(connection_); // closes it
        std::unique_lock lock(ear_->mutex);
        ear_->changed.wait_for(lock, std::chrono::seconds(2), [this] { return ear_->life == Ear::Life::CLOSED; });
    }
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    [[nodiscard]] bool closed() const { return natsConnection_IsClosed(connection_); }
    [[nodiscard]] bool connected() const { return natsConnection_Status(connection_) == NATS_CONN_STATUS_CONNECTED; }
    [[nodiscard]] jsCtx* js() const { return js_; }

    // Throws std::invalid_argument. `ear` may be null while only the options are tried.
    static Options settings_of(const JetStreamOptions& options, std::shared_ptr<Ear>* ear) {
        natsOptions* made = nullptr;
        if (natsOptions_Create(&made) != NATS_OK) throw std::bad_alloc();
        Options settings(made);
        const auto set = [](natsStatus status, const std::string& what) {
            if (status != NATS_OK) throw std::invalid_argument(what + ": " + words_of(status));
        };
        std::vector<const char*> servers;
        for (const auto& server : options.servers)
            servers.push_back(server.c_str());
        set(natsOptions_SetServers(made, servers.data(), static_cast<int>(servers.size())), "NATS servers");
        set(natsOptions_SetName(made, ("studio bridge " + options.written_by).c_str()), "name");
        set(natsOptions_SetTimeout(made, options.patience.count()), "timeout");
        set(natsOptions_SetMaxReconnect(made, -1), "reconnects");
        set(natsOptions_SetReconnectWait(made, between_connects.count()), "reconnects");
        set(natsOptions_SetReconnectJitter(made, between_connects.count(), between_connects.count()), "reconnects");
        // A request of a connection that is lost fails at once, and is not kept to be sent when nobody waits for it any more.
        set(natsOptions_SetFailRequestsOnDisconnect(made, true), "requests");
        set(natsOptions_SetPingInterval(made, options.patience.count()), "pings");
        set(natsOptions_SetMaxPingsOut(made, 2), "pings");
        set(natsOptions_SetSendAsap(made, true), "sending"); // one small message at a time: nothing to wait for
        if (!options.authority.empty()) {
            set(natsOptions_LoadCATrustedCertificates(made, options.authority.c_str()), options.authority.string());
            set(natsOptions_SetSecure(made, true), "TLS");
        }
        if (std::ranges::any_of(options.servers, [](const auto& server) { return server.starts_with("tls://"); }))
            set(natsOptions_SetSecure(made, true), "TLS");
        if (!options.credentials.empty())
            set(natsOptions_SetUserCredentialsFromFiles(made, options.credentials.c_str(), nullptr), options.credentials.string());
        set(natsOptions_SetErrorHandler(made, Ear::error, ear), "callbacks");
        set(natsOptions_SetDisconnectedCB(made, Ear::disconnected, ear), "callbacks");
        set(natsOptions_SetReconnectedCB(made, Ear::reconnected, ear), "callbacks");
        set(natsOptions_SetClosedCB(made, Ear::closed, ear), "callbacks");
        return settings;
    }

private:
    Session(natsConnection* connection, std::shared_ptr<Ear> ear) : connection_(connection), ear_(std::move(ear)) {}

    natsConnection* connection_;
    std::shared_ptr<Ear> ear_;
    jsCtx* js_ = nullptr;
};

// The connection in use, and when a new one may be tried.
struct JetStream::Line {
    std::timed_mutex mutex;
    std::shared_ptr<Session> session;
    steady_clock::time_point next_connect{};
    std::string last_words; // of the last attempt
    std::mutex preparing;   // tables of one studio do not all make its stream at once
};

std::expected<std::vector<std::string>, std::string> parse_servers(const std::string& urls) {
    std::vector<std::string> servers;
    for (std::size_t at = 0; at <= urls.size();) {
        const auto comma = std::min(urls.find(',', at), urls.size());
        const auto url = urls.substr(at, comma - at);
        at = comma + 1;
        const auto wrong = [&url](const std::string& why) {
            return std::unexpected("'" + url + "' is no address of a NATS server: " + why);
        };
        const auto scheme = url.find("://");
        if (scheme == std::string::npos) return wrong("it is written nats://host:port or tls://host:port");
        if (const auto name = url.substr(0, scheme); name != "nats" && name != "tls") return wrong(name + ":// is not known");
        const auto address = url.substr(scheme + 3);
        const auto host_and_port = address.substr(address.rfind('@') + 1); // all of it when there is no user
        const auto colon = host_and_port.rfind(':');
        const auto host = host_and_port.substr(0, host_and_port.ends_with(']') ? std::string::npos : colon);
        if (host.empty() || host.find_first_of("/ ?#") != std::string::npos) return wrong("it names no host");
        if (colon != std::string::npos && !host_and_port.ends_with(']')) {
            const auto digits = host_and_port.substr(colon + 1);
            unsigned port = 0;
            const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), port);
            if (read.ec != std::errc() || read.ptr != digits.data() + digits.size() || port < 1 || port > 65535)
                return wrong("'" + digits + "' is no port");
        }
        servers.push_back(url);
    }
    return servers;
}

JetStream::JetStream(JetStreamOptions options, Log log)
    : options_(std::move(options)), log_(std::move(log)), line_(std::make_unique<Line>()) {
    static_cast<void>(Session::settings_of(options_, nullptr)); // what cannot be used is told at once
}

JetStream::~JetStream() = default;

// One thread connects, the others are told that there is no connection yet.
std::expected<std::shared_ptr<JetStream::Session>, StreamError> JetStream::session() {
    const std::unique_lock lock(line_->mutex, options_.patience);
    if (!lock.owns_lock()) return std::unexpected(StreamError{StreamTrouble::AWAY, "no NATS server could be reached yet"});
    auto& session = line_->session;
    if (session && session->closed()) session.reset(); // the library gives up on some errors (twice the wrong password); we do not
    if (!session) {
        if (auto connected = connect(); !connected) return std::unexpected(std::move(connected.error()));
    }
    if (!session->connected()) return std::unexpected(StreamError{StreamTrouble::AWAY, "the connection to NATS is lost"});
    return session;
}

std::expected<void, StreamError> JetStream::connect() {
    const auto now = steady_clock::now();
    if (now < line_->next_connect) return std::unexpected(StreamError{StreamTrouble::AWAY, line_->last_words});
    auto opened = Session::open(options_, log_);
    line_->next_connect = steady_clock::now() + between_connects;
    if (!opened) {
        line_->last_words = opened.error().what;
        return std::unexpected(std::move(opened.error()));
    }
    line_->session = std::move(*opened);
    return {};
}

std::expected<void, StreamError> JetStream::prepare(const std::string& studio_id) {
    const std::scoped_lock lock(line_->preparing);
    const auto session = this->session();
    if (!session) return std::unexpected(session.error());
    const auto stream = stream_of(studio_id);
    const auto subjects = subjects_of(studio_id);
    jsStreamInfo* found = nullptr;
    auto code = static_cast<jsErrCode>(0);
    auto status = js_GetStreamInfo(&found, (*session)->js(), stream.c_str(), nullptr, &code);
    if (status == NATS_NOT_FOUND || code == JSStreamNotFoundErr) {
        jsStreamConfig config;
        jsStreamConfig_Init(&config);
        const char* subject = subjects.c_str();
        config.Name = stream.c_str();
        config.Subjects = &subject;
        config.SubjectsLen = 1;
        config.Retention = js_LimitsPolicy;
        config.Storage = js_FileStorage;
        config.Discard = js_DiscardOld;
        config.MaxMsgsPerSubject = static_cast<std::int64_t>(options_.keep_events);
        config.Duplicates = duplicates_ns;
        config.Replicas = options_.replicas;
        status = js_AddStream(&found, (*session)->js(), &config, nullptr, &code);
        if (status == NATS_OK) log_(Weight::NEWS, "bridge stream " + stream + " made for " + subjects);
    }
    const StreamInfo info(found);
    if (status != NATS_OK) return std::unexpected(error_of(status, code, "stream " + stream));
    if (const auto misfit = misfit_of(*info->Config, subjects, options_); !misfit.empty())
        return std::unexpected(
            StreamError{StreamTrouble::MISFIT, "stream " + stream + " exists and is no stream for the bridge: " + misfit});
    return {};
}

std::expected<std::optional<StoredMessage>, StreamError> JetStream::last(const std::string& studio_id, const std::string& subject) {
    const auto session = this->session();
    if (!session) return std::unexpected(session.error());
    natsMsg* found = nullptr;
    auto code = static_cast<jsErrCode>(0);
    const auto status = js_GetLastMsg(&found, (*session)->js(), stream_of(studio_id).c_str(), subject.c_str(), nullptr, &code);
    const Message message(found);
    if (code == JSNoMessageFoundErr) return search_last((*session)->js(), stream_of(studio_id), subject);
    if (status != NATS_OK) return std::unexpected(error_of(status, code, "last message on " + subject));
    return stored(found, StoredMessage::Found::AS_LAST);
}

std::expected<Receipt, StreamError> JetStream::store(const std::string& studio_id, const OutgoingEvent& event) {
    const auto session = this->session();
    if (!session) return std::unexpected(session.error());
    const auto doing = "storing " + event.message_id;
    natsMsg* made = nullptr;
    auto status = natsMsg_Create(&made, event.subject.c_str(), nullptr, event.bytes.data(), static_cast<int>(event.bytes.size()));
    const Message message(made);
    if (status == NATS_OK) status = natsMsgHeader_Set(made, written_by_header, options_.written_by.c_str());
    if (status != NATS_OK) return std::unexpected(error_of(status, 0, doing));
    const auto stream = stream_of(studio_id);
    jsPubOptions options;
    jsPubOptions_Init(&options);
    options.MaxWait = options_.patience.count();
    options.MsgId = event.message_id.c_str();
    options.ExpectStream = stream.c_str();
    options.ExpectLastSubjectSeq = event.after.value_or(0); // 0: libnats sends nothing
    options.ExpectNoMessage = event.after == 0;
    jsPubAck* answered = nullptr;
    auto code = static_cast<jsErrCode>(0);
    status = js_PublishMsg(&answered, (*session)->js(), made, &options, &code);
    const PubAck ack(answered);
    if (status != NATS_OK) return std::unexpected(error_of(status, code, doing));
    return Receipt{ack->Sequence, ack->Duplicate ? Receipt::Kind::REPEATED : Receipt::Kind::STORED};
}

} // namespace studio::bridge
