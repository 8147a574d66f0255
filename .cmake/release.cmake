# cmake -C .cmake/release.cmake -B build -G Ninja
set(CMAKE_BUILD_TYPE Release CACHE STRING "")
# -O2: the time goes into OpenCV, and gcc 12 warns about things that are not so at -O3.
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG" CACHE STRING "")
