// Pictures with a number in them, and a video of such.
#pragma once

#include "tests/recognition/capture/temporary_folder.h"

#include <opencv2/imgproc.hpp>
#include <opencv2/videoio.hpp>

namespace recognition::capture {

inline cv::Mat picture(int number, cv::Size size = {320, 240}) {
    cv::Mat image(size, CV_8UC3);
    cv::RNG random(99);
    random.fill(image, cv::RNG::UNIFORM, 0, 255);
    cv::GaussianBlur(image, image, {}, 3);
    cv::putText(image, std::to_string(number), {30, 150}, cv::FONT_HERSHEY_SIMPLEX, 3, cv::Scalar::all(255), 5);
    return image;
}

inline std::filesystem::path write_video(const TemporaryFolder& folder, int frames) {
    const auto file = folder / "clip.avi";
    cv::VideoWriter writer(file.string(), cv::CAP_FFMPEG, cv::VideoWriter::fourcc('M', 'J', 'P', 'G'), 20, {320, 240});
    for (int i = 0; i < frames; ++i)
        writer.write(picture(i));
    return file;
}

} // namespace recognition::capture
