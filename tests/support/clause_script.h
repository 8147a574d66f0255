// Scripts of rule clauses: one file a clause, one statement a line. A failure names the script's file and line.
//
//   clause PD-8                       what the script is about; its first statement
//   STATEMENT = ANSWER                the suite's own words left of ' = ', what the engine must answer right of it
//   elsewhere WHERE: WHY              the clause is not the engine's to compute
//   # a comment
#pragma once

#include "engine/cards/card.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace clause_script {

// The words of a statement left of its '=', taken one by one; a word that is not what is needed ends the statement.
class Words {
public:
    explicit Words(const std::string& text) {
        std::istringstream in(text);
        for (std::string word; in >> word;)
            words_.push_back(word);
    }
    [[nodiscard]] bool at_end() const { return at_ == words_.size(); }
    std::string next() {
        if (at_end()) throw std::runtime_error("a word is missing");
        return words_[at_++];
    }
    void expect(const std::string& wanted) {
        if (const auto word = next(); word != wanted) throw std::runtime_error("'" + wanted + "' expected, not '" + word + "'");
    }
    // Takes the next word when it is this one.
    bool take(const std::string& wanted) {
        if (at_end() || words_[at_] != wanted) return false;
        ++at_;
        return true;
    }
    // Takes the next word when this letter is in it.
    std::optional<std::string> take_if_contains(char letter) {
        if (at_end() || words_[at_].find(letter) == std::string::npos) return std::nullopt;
        return words_[at_++];
    }
    engine::Card card() {
        const auto word = next();
        const auto read = engine::Card::parse(word);
        if (!read) throw std::runtime_error("not a card: " + word);
        return *read;
    }
    // Cards up to the first word that is none.
    std::vector<engine::Card> cards() {
        std::vector<engine::Card> all;
        while (!at_end() && engine::Card::parse(words_[at_]))
            all.push_back(card());
        return all;
    }
    std::int64_t number() {
        const auto word = next();
        std::size_t read = 0;
        const auto value = std::stoll(word, &read);
        if (read != word.size()) throw std::runtime_error("not a number: " + word);
        return value;
    }

private:
    std::vector<std::string> words_;
    std::size_t at_ = 0;
};

using Evaluate = std::function<std::string(Words&)>;

// "PD-8" for pd_08.txt; empty for the scripts that are not of one numbered clause.
inline std::string clause_of(const std::filesystem::path& script) {
    const auto stem = script.stem().string();
    const auto cut = stem.find('_');
    if (cut == std::string::npos || stem.find_first_not_of("0123456789", cut + 1) != std::string::npos) return "";
    auto prefix = stem.substr(0, cut);
    std::ranges::transform(prefix, prefix.begin(), [](unsigned char letter) { return static_cast<char>(std::toupper(letter)); });
    return prefix + "-" + std::to_string(std::stoi(stem.substr(cut + 1)));
}

inline void run_statement(const std::string& line, const char* file, int number, const Evaluate& evaluate) {
    const auto equals = line.find(" = ");
    if (equals == std::string::npos) {
        ADD_FAILURE_AT(file, number) << "no ' = ' in: " << line;
        return;
    }
    try {
        Words words(line.substr(0, equals));
        const auto actual = evaluate(words);
        if (!words.at_end()) throw std::runtime_error("words too many before '='");
        if (actual != line.substr(equals + 3)) ADD_FAILURE_AT(file, number) << line << "\n  the engine says: " << actual;
    } catch (const std::exception& error) {
        ADD_FAILURE_AT(file, number) << line << "\n  cannot be read: " << error.what();
    }
}

inline void run_script(const std::filesystem::path& script, const Evaluate& evaluate) {
    const auto file = script.string();
    std::ifstream in(file);
    ASSERT_TRUE(in) << file;
    int statements = 0;
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) {
        if (line.empty() || line.starts_with("#")) continue;
        if (number == 1) {
            EXPECT_TRUE(line.starts_with("clause " + clause_of(script))) << file << ":1: " << line;
            continue;
        }
        ++statements;
        if (!line.starts_with("elsewhere ")) run_statement(line, file.c_str(), number, evaluate);
    }
    EXPECT_GT(statements, 0) << file << " says nothing";
}

inline std::vector<std::filesystem::path> scripts_in(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> all;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() == ".txt") all.push_back(entry.path());
    }
    std::ranges::sort(all);
    return all;
}

} // namespace clause_script
