# bash tests/fuzz/long.sh
set(CMAKE_C_COMPILER clang-19 CACHE STRING "")
set(CMAKE_CXX_COMPILER clang++-19 CACHE STRING "")
set(CMAKE_BUILD_TYPE Debug CACHE STRING "")
set(CMAKE_CXX_FLAGS_DEBUG "-O1 -g1" CACHE STRING "")
set(STUDIO_SANITIZE fuzzer-no-link,address,undefined CACHE STRING "")
set(STUDIO_FUZZ ON CACHE BOOL "")
