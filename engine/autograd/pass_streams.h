// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "autograd/autograd.h"

namespace todevice::autograd {

/// The streams of one backward pass: each step runs on the one that its forward ran on, after everything that
/// the pass has queued so far; in the end the caller's streams wait for all of it. Does nothing where the
/// default streams are the only ones that were ever used.
class PassStreams {
 public:
  PassStreams();
  ~PassStreams();  ///< the caller's streams are current again, whatever happened
  PassStreams(const PassStreams&) = delete;
  PassStreams& operator=(const PassStreams&) = delete;

  /// Before `node` is given `grad`.
  void enter(const Node& node, const Tensor& grad) {
    if (follows_) go_to(node, grad);
  }
  /// The caller's streams go on, after the pass.
  void leave() {
    if (follows_) return_to_caller();
  }
  /// Before the caller's stream uses a gradient that the pass made.
  void hand_over(const Tensor& grad) {
    if (follows_) share(grad);
  }

 private:
  struct Place {
    int index;
    std::uint64_t caller, now;
  };
  void go_to(const Node& node, const Tensor& grad);
  void return_to_caller();
  static void share(const Tensor& grad);
  Place& place(int index);
  static void move(Place& place, std::uint64_t stream);

  bool follows_;
  std::vector<Place> places_;  ///< one a GPU
};

}  // namespace todevice::autograd
