#include "engine/core/money.h"

#include "engine/core/check.h"

namespace engine {

namespace {

Money same_currency(const Money& a, const Money& b) {
    check(a.currency == b.currency, "amounts of two currencies meet");
    return Money{0, a.currency};
}

} // namespace

Money operator+(const Money& a, const Money& b) {
    Money sum = same_currency(a, b);
    check(!__builtin_add_overflow(a.minor, b.minor, &sum.minor), "an amount leaves the range of int64");
    return sum;
}

Money operator-(const Money& a, const Money& b) {
    Money difference = same_currency(a, b);
    check(!__builtin_sub_overflow(a.minor, b.minor, &difference.minor), "an amount leaves the range of int64");
    return difference;
}

Money operator*(const Money& a, std::int64_t times) {
    Money product{0, a.currency};
    check(!__builtin_mul_overflow(a.minor, times, &product.minor), "an amount leaves the range of int64");
    return product;
}

} // namespace engine
