# SPDX-License-Identifier: Apache-2.0
# Writes a C++ file that holds the bytes of another file. Usage: cmake -DINPUT=... -DOUTPUT=... -DFUNCTION=... -P embed.cmake
file(READ ${INPUT} hex HEX)
string(REGEX REPLACE "(..)" "0x\\1," bytes ${hex})
file(WRITE ${OUTPUT} "#include <span>
namespace todevice::worker {
namespace {
constexpr unsigned char kBytes[] = {${bytes}};
}
std::span<const unsigned char> ${FUNCTION}();
std::span<const unsigned char> ${FUNCTION}() { return kBytes; }
}
")
