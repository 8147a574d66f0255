# cmake -C .cmake/dev.cmake -B build-dev -G Ninja
set(CMAKE_BUILD_TYPE Debug CACHE STRING "")
