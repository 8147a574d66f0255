// What the studio would hear of a table, for tests.
#pragma once

#include "recognition/app/model_folder.h"
#include "recognition/app/observer.h"

#include <map>
#include <string>
#include <vector>

namespace recognition::app {

// The states of slots as told: "As", "BACK", "CUT", "EMPTY", "DOUBTFUL".
class Observed {
public:
    void take(const studio::v1::ObserveMessage& message) {
        if (message.has_frame()) ++frames;
        if (!message.has_card()) return;
        const auto& card = message.card();
        if (card.repeated_statement()) {
            ++repeated;
            return;
        }
        told.push_back(card);
        now[card.slot()] = word(card);
    }

    static std::string word(const studio::v1::CardObserved& card) {
        switch (card.state()) {
        case studio::v1::SLOT_STATE_EMPTY: return "EMPTY";
        case studio::v1::SLOT_STATE_FACE_DOWN: return "BACK";
        case studio::v1::SLOT_STATE_FACE_UP: return card.card();
        case studio::v1::SLOT_STATE_CUT_CARD: return "CUT";
        default: return "DOUBTFUL";
        }
    }

    std::vector<studio::v1::CardObserved> told;
    std::map<std::string, std::string> now;
    int frames = 0;
    int repeated = 0;
};

} // namespace recognition::app
