// How often somebody may do something: a bucket of tokens that fills with time. Pure: time is a parameter.
#pragma once

#include <algorithm>
#include <chrono>

namespace proto::wire {

// One owner. Full at first.
class TokenBucket {
public:
    using Instant = std::chrono::steady_clock::time_point;

    // `rate` tokens a second, at most `burst` of them together; both more than 0.
    TokenBucket(double rate, double burst) : rate_(rate), burst_(burst), tokens_(burst) {}

    // Whether there is a token at `now`; takes it. Time that goes back counts as no time.
    [[nodiscard]] bool take(Instant now) {
        fill(now);
        if (tokens_ < 1) return false;
        tokens_ -= 1;
        return true;
    }
    // What something turned out to cost beyond its one token; it may leave a debt of one burst, which time pays first.
    void charge(double tokens) { tokens_ = std::max(tokens_ - tokens, -burst_); }
    // Nothing is owed and nothing used: it may be forgotten.
    [[nodiscard]] bool is_full(Instant now) {
        fill(now);
        return tokens_ >= burst_;
    }

private:
    void fill(Instant now) {
        if (now > filled_at_) tokens_ = std::min(burst_, tokens_ + rate_ * std::chrono::duration<double>(now - filled_at_).count());
        filled_at_ = std::max(filled_at_, now);
    }

    double rate_;
    double burst_;
    double tokens_;
    Instant filled_at_{};
};

} // namespace proto::wire
