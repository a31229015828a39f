// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "autograd/functions.h"
#include "core/errors.h"

namespace todevice::autograd {

std::string type_name(const Tensor& t) {
  const std::string scalar(scalar_type_name(t.dtype()));
  if (t.dtype() == DType::boolean || t.dtype() == DType::bfloat16)
    return (t.is_cuda() ? "CUDA" : "CPU") + scalar + "Type";
  return (t.is_cuda() ? "torch.cuda." : "torch.") + scalar + "Tensor";
}

Saved Saved::result(const Tensor& t) {
  Saved saved(t.detach());
  saved.is_result_ = true;
  return saved;
}

void Saved::throw_changed(const Node& by) const {
  std::string text =
      "one of the variables needed for gradient computation has been modified by an inplace operation: [" +
      type_name(tensor_) + " " + to_string(tensor_.shape()) + "]";
  const std::shared_ptr<Node>& fn = tensor_.grad_fn();
  if (is_result_) {
    text += ", which is output 0 of " + by.full_name() + ",";
  } else if (fn) {
    text += ", which is output 0 of " + fn->full_name() + ",";
  }
  text += " is at version " + std::to_string(tensor_.version()) + "; expected version " +
          std::to_string(version_) +
          " instead. Hint: enable anomaly detection to find the operation that failed to compute its "
          "gradient, with torch.autograd.set_detect_anomaly(True, check_nan=False).";
  throw Error(text);
}

void Saved::throw_inference() {
  throw Error(
      "Inference tensors cannot be saved for backward. Please do not use Tensors created in inference mode "
      "in "
      "computation tracked by autograd. To work around this, you can make a clone to get a normal tensor and "
      "use it in autograd, or use `torch.no_grad()` instead of `torch.inference_mode()`.");
}

void throw_second_backward() {
  throw Error(
      "Trying to backward through the graph a second time (or directly access saved tensors after they have "
      "already been freed). Saved intermediate values of the graph are freed when you call .backward() or "
      "autograd.grad(). Specify retain_graph=True if you need to backward through the graph a second time or "
      "if you need to access saved tensors after calling backward.");
}

}  // namespace todevice::autograd
