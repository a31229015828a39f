// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

/// Numbers as text with a decimal point whatever the locale says: what runs here may set one with commas.
/// NaN and infinities: "nan", "inf", "-inf".
namespace todevice::decimal {

/// As printf("%.*f"): "1.50" for 1.5 with 2 digits.
std::string fixed(double value, int digits);
/// As printf("%.*e"): "1.50e+00".
std::string exponent(double value, int digits);
/// As printf("%g"), and a C++ stream: six digits that matter, "1e-07", "0.25", "3".
std::string general(double value);

}  // namespace todevice::decimal
