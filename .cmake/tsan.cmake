# cmake -C .cmake/tsan.cmake -B build-tsan -G Ninja
set(CMAKE_BUILD_TYPE Debug CACHE STRING "")
set(STUDIO_SANITIZE thread CACHE STRING "")
set(CMAKE_CXX_FLAGS_DEBUG "-O1 -g1" CACHE STRING "")
