// Money in integer minor units. No float touches an amount anywhere.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

namespace engine {

// An amount of one currency. Adding two currencies or leaving the range of int64 is a broken invariant (check()).
struct Money {
    std::int64_t minor = 0;
    std::string currency = "EUR"; // ISO 4217 code

    friend bool operator==(const Money&, const Money&) = default;
};

[[nodiscard]] Money operator+(const Money& a, const Money& b);
[[nodiscard]] Money operator-(const Money& a, const Money& b);
[[nodiscard]] Money operator*(const Money& a, std::int64_t times);

} // namespace engine
