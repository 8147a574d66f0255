#include "studio/runtime/client_ledger.h"

namespace studio::runtime {

namespace {

template <typename Of>
const Of& found_in(const std::map<std::string, Of>& all, const std::string& key) {
    static const Of none;
    const auto found = all.find(key);
    return found == all.end() ? none : found->second;
}

} // namespace

void ClientLedger::refuse(const std::string& key, const std::string& clause) {
    if (!key.empty()) ++refused_[key][clause];
    const std::lock_guard lock(mutex_);
    ++told_[clause];
}

void ClientLedger::ask(const std::string& key, const std::string& table_id, AskedPosition position) {
    if (!key.empty()) asked_[key][table_id] = position;
}

const ClientLedger::Clauses& ClientLedger::refused(const std::string& key) const {
    return found_in(refused_, key);
}

const ClientLedger::Positions& ClientLedger::asked(const std::string& key) const {
    return found_in(asked_, key);
}

FeedRefusals ClientLedger::refusals() const {
    const std::lock_guard lock(mutex_);
    FeedRefusals sum;
    for (const auto& [clause, count] : told_) {
        if (clause.starts_with("AUTH.")) sum.by_right += count;
        if (clause == "RATE.limit") sum.by_rate += count;
    }
    return sum;
}

ClientLedger::Clauses ClientLedger::told() const {
    const std::lock_guard lock(mutex_);
    return told_;
}

} // namespace studio::runtime
