# cmake -C .cmake/asan.cmake -B build-asan -G Ninja
set(CMAKE_BUILD_TYPE Debug CACHE STRING "")
set(STUDIO_SANITIZE address,undefined CACHE STRING "")
set(CMAKE_CXX_FLAGS_DEBUG "-O1 -g1" CACHE STRING "")
