// Scripts of whole rounds at a table of a game: what is asked in which order, at what price, what is refused with which clause, and what
// the money does. A script is one file; `#` begins a comment. Statements, one a line:
//
//   clause ID ..                         what the script is about; first line
//   table GAME [NAME=VALUE ..]           a fresh, open table; commas stand for the spaces within a value
//   round                                starts a round
//   wager OWNER BOX BET STAKE            is accepted
//   close                                betting closes
//   cards SEAT CARD ..                   the cards that SEAT is dealt, first to last
//   draws CARD ..                        the cards that follow in the deck, in the order in which places are filled
//   play                                 the dealer does what is due, up to a question or the result
//   acts N                               the same, N acts of it
//   times N STATEMENT                    N times
//   due ACT [SLOT [SLOT]]                the first act that is due; `due DECIDE X1 X2`: exactly these boxes are asked
//   all_due ACT SLOT .. [ACT SLOT ..]    exactly these are due at once, in any order that the dealer likes
//   options BOX CHOICE=PRICE[:CARDS] ..  exactly these; CARDS is LEAST-MOST; of an amount PRICE is LEAST..MOST
//   else BOX CHOICE                      what stands when nobody speaks
//   decide BOX CHOICE [CARD-PLACE ..] [AMOUNT]   by the owner; then the dealer plays on. INSURE takes an amount, EXCHANGE places
//   says BOX CHOICE ..                   the same, entered by a person at the table
//   without_play decide ..               the same, and the dealer waits
//   silence                              every open window runs out; then the dealer plays on
//   refused CLAUSE wager|decide|says ..  what the statement would do is refused with this clause
//   refused CLAUSE as OWNER BOX CHOICE   the same, of a decision by this owner
//   taken BOX BET AMOUNT                 the round holds that much for it (0: nothing)
//   refunded BOX BET AMOUNT              the last refund of that bet at that box
//   notice KEY                           the last word to the players
//   result BOX OUTCOME [CARD ..]         and the hand's cards, if named
//   odds BOX BET OUTCOME M               as the feed tells them
//   confirm                              the result is confirmed, the wagers are settled
//   void                                 the round does not count
//   returned BOX BET AMOUNT              what went back of it
//   correct SLOT CARD                    a card was published wrong
//   lose SLOT CARD                       the deck's next card is laid in SLOT, where none belongs, and leaves the game
//   left N                               cards in the deck
//   shows SLOT CARD                      what the public view shows there; - for a card that nobody has seen
#pragma once

#include "tests/engine/core/table_driver.h"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <stdexcept>

namespace engine::testing {

class FlowScript {
public:
    void run(const std::filesystem::path& file) {
        std::ifstream in(file);
        std::string line;
        for (int number = 1; std::getline(in, line); ++number) {
            line = line.substr(0, line.find('#'));
            std::istringstream words(line);
            Words all{std::istream_iterator<std::string>(words), {}};
            if (all.empty()) continue;
            SCOPED_TRACE(file.filename().string() + ":" + std::to_string(number) + ": " + line);
            try {
                statement(all);
            } catch (const std::exception& error) {
                ADD_FAILURE() << error.what();
            }
            if (::testing::Test::HasFailure()) return;
        }
        EXPECT_GT(checks_, 0) << file << " checks nothing";
    }

private:
    using Words = std::deque<std::string>;

    static std::string next(Words& words) {
        if (words.empty()) throw std::runtime_error("a word is missing");
        auto word = words.front();
        words.pop_front();
        return word;
    }
    static std::int64_t number(const std::string& word) {
        std::size_t used = 0;
        const auto value = std::stoll(word, &used);
        if (used != word.size()) throw std::runtime_error(word + " is no number");
        return value;
    }
    static Seat seat(const std::string& word) {
        if (const auto seat = Seat::parse(word)) return *seat;
        throw std::runtime_error(word + " is no seat");
    }
    static Card card(const std::string& word) {
        if (const auto card = Card::parse(word)) return *card;
        throw std::runtime_error(word + " is no card");
    }

    void statement(Words& words) {
        const auto verb = next(words);
        if (verb == "clause") return;
        if (verb == "table") return table(words);
        if (verb == "round") return start_round();
        if (verb == "wager") return accepted(wager(words));
        if (verb == "close") return close();
        if (verb == "cards") return cards(words);
        if (verb == "draws") return draws(words);
        if (verb == "play") return play();
        if (verb == "acts") return acts(words);
        if (verb == "times") return times(words);
        if (verb == "due") return due(words);
        if (verb == "all_due") return all_due(words);
        if (verb == "options") return options(words);
        if (verb == "else") return otherwise(words);
        if (verb == "decide") return accepted(decision(words, owner_of(words.front()))), play();
        if (verb == "says") return accepted(decision(words, "")), play();
        if (verb == "without_play") return next(words), accepted(decision(words, owner_of(words.front())));
        if (verb == "silence") return silence();
        if (verb == "shows") return shows(words);
        if (verb == "refused") return refused(words);
        if (verb == "taken") return taken(words);
        if (verb == "refunded") return refunded(words);
        if (verb == "notice") return notice(words);
        if (verb == "result") return result(words);
        if (verb == "odds") return odds(words);
        if (verb == "confirm") return (void)driver_->send(ConfirmResult{"anna"});
        if (verb == "void") return (void)driver_->send(VoidRound{"misdeal", "boris", "boris"});
        if (verb == "returned") return returned(words);
        if (verb == "correct") return correct(words);
        if (verb == "lose") return lose(words);
        if (verb == "left") return expect(std::to_string(driver_->table->view().cards_left), next(words));
        throw std::runtime_error("not a statement: " + verb);
    }

    void expect(const std::string& is, const std::string& should_be) {
        ++checks_;
        EXPECT_EQ(is, should_be);
    }

    // The table -----------------------------------------------------------------------------------------------------------
    void table(Words& words) {
        TableRules rules;
        rules.game = next(words);
        for (const auto& word : words) {
            auto value = word.substr(word.find('=') + 1);
            std::ranges::replace(value, ',', ' ');
            rules.game_settings[word.substr(0, word.find('='))] = value;
        }
        if (const auto checked = check_rules(rules); !checked) throw std::runtime_error(checked.error().reason);
        driver_ = std::make_unique<TableDriver>(rules);
        driver_->send(OpenTable{"anna", "anna"});
    }
    void start_round() {
        lying_.clear();
        cards_.clear();
        draws_.clear();
        owners_.clear();
        for (const auto& [slot, seen] : driver_->table->view().slots)
            if (seen.sight != Sight::EMPTY) driver_->see(slot.text(), Sight::EMPTY);
        driver_->log.clear();
        driver_->send(StartRound{"anna"});
    }
    void close() {
        const auto closes = driver_->table->view().betting_closes_at;
        if (!closes) throw std::runtime_error("betting is not open");
        driver_->wait(*closes - driver_->now);
    }
    void cards(Words& words) {
        const auto where = seat(next(words));
        std::uint8_t place = 0;
        for (const auto& word : words)
            cards_[{where, ++place}] = card(word);
    }
    void draws(Words& words) {
        for (const auto& word : words)
            draws_.push_back(card(word));
    }
    Card drawn(const Slot& slot) {
        if (const auto dealt = cards_.find(slot); dealt != cards_.end()) {
            const auto card = dealt->second;
            cards_.erase(dealt);
            return card;
        }
        if (draws_.empty()) throw std::runtime_error("no card is given for " + slot.text());
        const auto card = draws_.front();
        draws_.pop_front();
        return card;
    }
    void play() {
        for (int acts = 0; acts < 200; ++acts) {
            const auto expected = driver_->table->expected().acts;
            const auto& act = expected.front();
            if (!hand_does(act)) return;
        }
        throw std::runtime_error("the dealer is never done");
    }
    void acts(Words& words) {
        for (auto left = number(next(words)); left > 0; --left) {
            const auto expected = driver_->table->expected().acts;
            if (!hand_does(expected.front())) throw std::runtime_error("the dealer has nothing to do");
        }
    }
    void times(Words& words) {
        for (auto left = number(next(words)); left > 0; --left) {
            auto again = words;
            statement(again);
        }
    }
    bool hand_does(const ExpectedAct& act) {
        switch (act.act) {
        case Act::DEAL_CARD:
        case Act::DEAL_OPEN: {
            lying_[*act.slot] = drawn(*act.slot);
            const bool open = act.act == Act::DEAL_OPEN;
            driver_->see(act.slot->text(), open ? Sight::FACE_UP : Sight::FACE_DOWN, open ? lying_.at(*act.slot).text() : "");
            return true;
        }
        case Act::TURN_CARD: driver_->see(act.slot->text(), Sight::FACE_UP, lying_.at(*act.slot).text()); return true;
        case Act::CLEAR_SLOT: driver_->see(act.slot->text(), Sight::EMPTY); return true;
        case Act::SWAP_CARDS:
            std::swap(lying_.at(*act.slot), lying_.at(*act.other));
            for (const auto& slot : {*act.slot, *act.other})
                driver_->see(slot.text(), Sight::EMPTY);
            for (const auto& slot : {*act.slot, *act.other})
                driver_->see(slot.text(), Sight::FACE_UP, lying_.at(slot).text());
            return true;
        default: return false;
        }
    }

    // Wagers and decisions ------------------------------------------------------------------------------------------------
    Input wager(Words& words) {
        const auto owner = next(words);
        const auto box = next(words);
        const auto bet = next(words);
        if (bet == "ANTE" || bet == "BLIND") owners_.try_emplace(box, owner);
        return PlaceWager{"w" + std::to_string(++ids_), owner, driver_->table->view().round_id, seat(box), bet,
                          {number(next(words)), "EUR"}};
    }
    std::string owner_of(const std::string& box) const {
        const auto found = owners_.find(box);
        return found == owners_.end() ? "nobody" : found->second;
    }
    Input decision(Words& words, const std::string& owner) {
        MakeDecision made{.decision_id = "k" + std::to_string(++ids_),
                          .distributor = owner,
                          .by = owner.empty() ? "anna" : owner,
                          .round_id = driver_->table->view().round_id,
                          .box = seat(next(words)),
                          .choice = next(words),
                          .cards = {},
                          .amount = {}};
        for (const auto& word : words)
            if (made.choice == "EXCHANGE")
                made.cards.push_back(static_cast<int>(number(word)));
            else
                made.amount = Money{number(word), "EUR"};
        return made;
    }
    void accepted(const Input& input) { driver_->send(input); }
    void refused(Words& words) {
        const auto clause = next(words);
        const auto verb = next(words);
        const auto owners = owners_;
        const auto owner = verb == "decide" ? owner_of(words.front()) : verb == "as" ? next(words) : "";
        const auto answer = driver_->offer(verb == "wager" ? wager(words) : decision(words, owner));
        owners_ = owners;
        expect(answer ? "accepted" : answer.error().clause, clause);
    }
    void silence() {
        const auto decisions = driver_->table->view().decisions;
        if (decisions.empty()) throw std::runtime_error("nobody is asked");
        driver_->wait(*decisions.front().closes_at - driver_->now);
        play();
    }

    // Checks --------------------------------------------------------------------------------------------------------------
    void due(Words& words) {
        const auto acts = driver_->table->expected().acts;
        std::string is(name(acts.front().act));
        if (acts.front().act == Act::DECIDE) {
            for (const auto& act : acts)
                if (act.act == Act::DECIDE) is += " " + act.box->text();
        } else {
            if (acts.front().slot && words.size() > 1) is += " " + acts.front().slot->text();
            if (acts.front().other && words.size() > 2) is += " " + acts.front().other->text();
        }
        expect(is, joined(words));
    }
    void all_due(Words& words) {
        std::string is;
        std::optional<Act> last;
        for (const auto& act : driver_->table->expected().acts) {
            if (act.act != last) is += (last ? " " : "") + std::string(name(act.act));
            if (act.slot) is += " " + act.slot->text();
            last = act.act;
        }
        expect(is, joined(words));
    }
    [[nodiscard]] ExpectedAct question(const std::string& box) const {
        for (const auto& act : driver_->table->expected().acts)
            if (act.act == Act::DECIDE && act.box->text() == box) return act;
        throw std::runtime_error(box + " is not asked");
    }
    void options(Words& words) {
        std::string is;
        for (const auto& option : question(next(words)).options) {
            is += (is.empty() ? "" : " ") + option.choice + "=";
            is += option.most ? std::to_string(option.least->minor) + ".." + std::to_string(option.most->minor)
                              : std::to_string(option.price.minor);
            if (option.most_cards > 0) is += ":" + std::to_string(option.least_cards) + "-" + std::to_string(option.most_cards);
        }
        expect(is, joined(words));
    }
    void otherwise(Words& words) {
        const auto box = next(words);
        expect(question(box).otherwise, next(words));
    }
    // What is held for a bet at a box: accepted and not given back.
    void taken(Words& words) {
        const auto box = seat(next(words));
        const auto bet = next(words);
        std::map<std::string, std::int64_t> held;
        for (const auto& event : driver_->log) {
            const auto* accepted = std::get_if<WagerAccepted>(&event.body);
            if (accepted != nullptr && accepted->position == box && accepted->bet == bet)
                held[accepted->wager_id] = accepted->stake.minor + accepted->held.minor;
            if (const auto* refunded = std::get_if<WagerRefunded>(&event.body)) held.erase(refunded->wager_id);
        }
        std::int64_t sum = 0;
        for (const auto& [id, amount] : held)
            sum += amount;
        expect(std::to_string(sum), next(words));
    }
    [[nodiscard]] std::string amount_of(const Seat& box, const std::string& bet, bool refund) const {
        std::set<std::string> ids;
        for (const auto& accepted : driver_->all<WagerAccepted>())
            if (accepted.position == box && accepted.bet == bet) ids.insert(accepted.wager_id);
        std::optional<std::int64_t> sum;
        if (refund) {
            for (const auto& refunded : driver_->all<WagerRefunded>())
                if (ids.contains(refunded.wager_id)) sum = refunded.returned.minor;
        } else {
            std::map<std::string, std::int64_t> last; // a revision counts anew
            for (const auto& settled : driver_->all<WagerSettled>())
                if (ids.contains(settled.wager_id)) last[settled.wager_id] = settled.returned.minor;
            for (const auto& [id, amount] : last)
                sum = sum.value_or(0) + amount;
        }
        return sum ? std::to_string(*sum) : "nothing";
    }
    void refunded(Words& words) {
        const auto box = seat(next(words));
        const auto bet = next(words);
        expect(amount_of(box, bet, true), next(words));
    }
    void returned(Words& words) {
        const auto box = seat(next(words));
        const auto bet = next(words);
        expect(amount_of(box, bet, false), next(words));
    }
    void notice(Words& words) {
        const auto all = driver_->all<PlayerNotice>();
        expect(all.empty() ? "none" : all.back().text_key, next(words));
    }
    [[nodiscard]] PositionResult result_of(const std::string& box) const {
        for (const auto& one : driver_->table->view().result)
            if (one.position.text() == box) return one;
        throw std::runtime_error("there is no result of " + box);
    }
    void result(Words& words) {
        const auto one = result_of(next(words));
        std::string is(name(one.outcome));
        if (words.size() > 1)
            for (const auto& card : one.hand)
                is += " " + card.text();
        expect(is, joined(words));
    }
    void odds(Words& words) {
        const auto one = result_of(next(words));
        const auto bet = next(words);
        for (const auto& each : one.bets)
            if (each.bet == bet) return expect(std::string(name(each.outcome)) + " " + std::to_string(each.odds), joined(words));
        expect("none", joined(words));
    }
    void shows(Words& words) {
        const auto slots = driver_->table->view().slots;
        const auto found = slots.find(*Slot::parse(next(words)));
        const bool face = found != slots.end() && found->second.card;
        expect(face ? found->second.card->text() : "-", next(words));
    }
    void correct(Words& words) {
        const auto slot = *Slot::parse(next(words));
        const auto after = card(next(words));
        lying_[slot] = after;
        driver_->send(CorrectCard{slot, after, "misread", "boris", "mara"});
        driver_->see(slot.text(), Sight::FACE_UP, after.text());
    }
    void lose(Words& words) {
        const auto slot = *Slot::parse(next(words));
        driver_->see(slot.text(), Sight::FACE_UP, card(next(words)).text());
        driver_->send(RaiseMistake{FaultCode::EXTRA_CARD, slot, "anna"});
        driver_->send(EndFault{FaultCode::EXTRA_CARD, Ending::OUT_OF_GAME, "boris"});
        driver_->see(slot.text(), Sight::EMPTY);
        driver_->send(ResumeTable{"boris"});
    }
    static std::string joined(const Words& words) {
        std::string text;
        for (const auto& word : words)
            text += (text.empty() ? "" : " ") + word;
        return text;
    }

    std::unique_ptr<TableDriver> driver_;
    std::map<Slot, Card> cards_;
    std::deque<Card> draws_;
    std::map<Slot, Card> lying_;
    std::map<std::string, std::string> owners_; // by box
    int ids_ = 0;
    int checks_ = 0;
};

} // namespace engine::testing
