# cmake -C .cmake/release.cmake -B build-release -G Ninja
set(CMAKE_BUILD_TYPE Release CACHE STRING "")
