// From messages on the studio's sockets to the engine's inputs. Pure; any thread.
#pragma once

#include "engine/core/table.h"
#include "studio/v1/command.pb.h"
#include "studio/v1/observe.pb.h"

#include <expected>
#include <optional>
#include <string>
#include <string_view>

namespace studio::runtime {

// A recogniser's message. At most one of `input` and `frame` is set; a good camera's first word is an input as well.
struct Observation {
    std::string table_id;
    std::string camera;
    std::optional<engine::Input> input; // SlotObserved, CameraChanged, ShoeCardRead or CardCheckDone
    std::optional<v1::FrameDone> frame;
    bool repeated = false;
    engine::Time at{};      // capture time
    std::string still_jpeg; // of the slot observed; empty when the recogniser sent none
};

// The error is one line that names the field.
[[nodiscard]] std::expected<Observation, std::string> read_observation(std::string_view bytes);

// What a role may ask for (procedures, "Roles").
[[nodiscard]] bool may(v1::Role role, const engine::Input& input);
// Who may have it measured what runs the studio.
[[nodiscard]] bool may_check_software(v1::Role role);
// Whether a role is told of cards that the camera cannot read, with its guesses.
[[nodiscard]] bool sees_doubts(v1::Role role);

} // namespace studio::runtime
