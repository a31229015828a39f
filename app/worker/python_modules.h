// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace todevice::worker {

class Metrics;
class Output;

/// Puts torch and what belongs to it into sys.modules.
void add_torch();
/// Puts `todevice` and `todevice.data` into sys.modules.
void add_todevice();
/// Where todevice.log() puts its points; null (a script without a window): nowhere.
void set_metrics(Metrics* metrics);
/// Makes sys.stdout and sys.stderr go to the window, and reading sys.stdin an error that says so.
void redirect_streams(Output& output);

}  // namespace todevice::worker
