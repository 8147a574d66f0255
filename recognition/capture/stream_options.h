// OpenCV takes FFmpeg's options from the environment, which is the whole process's: what a live stream wants would lose a file its last
// frame. A process has one kind of source at a time; whoever opens it says which.
#pragma once

#include <cstdlib>
#include <string_view>

namespace recognition::capture {

// The newest picture soon, rather than every picture later: no waiting for reordered frames, RTSP over TCP because a lost packet would
// smear a card over seconds, little read ahead before the first frame.
inline constexpr const char* stream_options =
    "rtsp_transport;tcp|fflags;nobuffer|flags;low_delay|probesize;1000000|analyzeduration;1000000";
inline constexpr const char* stream_options_name = "OPENCV_FFMPEG_CAPTURE_OPTIONS";

// Whoever set the variable from outside knows better: neither changes it then.
inline void set_stream_options() {
    setenv(stream_options_name, stream_options, 0);
}
// FFmpeg's own lines on standard error name no file; what is wrong is told by whoever asked. To be called before a video is opened.
inline void quieten_library() {
    setenv("OPENCV_FFMPEG_LOGLEVEL", "-8", 0);
}
inline void clear_stream_options() {
    const char* now = std::getenv(stream_options_name);
    if (now != nullptr && std::string_view(now) == stream_options) unsetenv(stream_options_name);
}

} // namespace recognition::capture
