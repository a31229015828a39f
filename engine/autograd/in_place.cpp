// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "autograd/functions.h"
#include "core/errors.h"
#include "ops/creation.h"
#include "ops/reduction.h"
#include "ops/view.h"

// Writing into a view changes its base, so the base's history gets a step that runs the writer's gradient on
// the part that was written (CopySlices), and the view's own history starts afresh from the base.

namespace todevice::autograd {

namespace {

struct Geometry {
  Shape shape;
  Strides strides;
  std::int64_t offset;
};

Geometry geometry(const Tensor& t) {
  return {t.shape(), t.strides(), t.storage_offset()};
}

/// The part of `grad` (of a base with geometry `base`, made contiguous) that lies under `part`. Only defined
/// for a base that fills its storage from its offset on, row by row; others are copied to that layout first.
Tensor cut(const Tensor& grad, const Geometry& base, const Geometry& part) {
  return grad.as_strided(part.shape, part.strides, part.offset - base.offset);
}

/// A tensor with the strides of `base`, holding `grad`'s values.
Tensor in_layout(const Tensor& grad, const Geometry& base) {
  std::int64_t extent = 1;
  for (int i = 0; i < base.shape.count(); ++i) {
    if (base.shape[i] == 0) return ops::clone(grad);
    extent += (base.shape[i] - 1) * base.strides[i];
  }
  const Tensor flat = ops::zeros({extent}, {grad.dtype(), grad.device()});
  const Tensor shaped = flat.as_strided(base.shape, base.strides, 0);
  ops::copy_into(shaped, grad);
  return shaped;
}

class CopySlices final : public Node {
 public:
  CopySlices(const Tensor& base, const Tensor& view, std::shared_ptr<Node> writer)
      : base_(geometry(base)), part_(geometry(view)), writer_(std::move(writer)) {
    edges = writer_->edges;
    edges[0] = edge_to(base);
  }
  std::string_view name() const override { return "CopySlices"; }
  std::vector<Tensor> backward(const Tensor& grad) override {
    const Tensor whole = in_layout(grad, base_);
    const Tensor under = cut(whole, base_, part_);
    std::vector<Tensor> grads = writer_->backward(ops::clone(under));
    if (edges[0].empty()) {
      // nobody asks; the writer may say more of a stretched view than can be put there
    } else if (grads[0].defined()) {
      ops::copy_into(under, grads[0]);
    } else {
      ops::fill_(under, 0);
    }
    grads[0] = whole;
    return grads;
  }
  void release() override { writer_->release(); }

 private:
  Geometry base_, part_;
  std::shared_ptr<Node> writer_;
};

std::shared_ptr<Node> as_strided_step(const Tensor& base, const Tensor& view) {
  return make_step<0>(
      "AsStridedBackward0", {&base}, {},
      [whole = geometry(base), part = geometry(view)](const Tensor& grad, const auto&, const Node&) {
        const Tensor zeros = ops::zeros(whole.shape, {grad.dtype(), grad.device()});
        const Tensor laid = in_layout(zeros, whole);
        Geometry once = part;  // what a view stretches is added up
        std::vector<std::int64_t> stretched;
        for (int i = 0; i < part.shape.count(); ++i) {
          if (part.strides[i] != 0 || part.shape[i] <= 1) continue;
          stretched.push_back(i);
          once.shape[i] = 1;
        }
        ops::copy_into(cut(laid, whole, once), stretched.empty() ? grad : ops::sum(grad, stretched, true));
        return std::vector<Tensor>{laid};
      });
}

void keep_retaining(const Tensor& out) {
  const Meta& meta = *out.impl().meta;
  if (meta.retain_grad) meta.grad_fn->retained = out.ptr();
}

}  // namespace

namespace {

/// Why a view that came to be in this manner must not be written to (or its base, `indirect`).
[[noreturn]] void refuse_view(const Meta& meta, bool indirect) {
  const std::string how = indirect ? "its base or another view of its base has been" : "is being";
  const std::string made = meta.grad_fn ? "Output " + std::to_string(meta.number) + " of " +
                                              meta.grad_fn->full_name() + " is a view"
                                        : "A view";
  const std::string of = meta.grad_fn ? made + " of a view which was created in" : made + " was created in";
  const std::string several =
      " This view is the output of a function that returns multiple views. Such functions do not allow the "
      "output views to be modified inplace. You should replace the inplace operation by an out-of-place one.";
  const auto clarify = [](const std::string& mode) {
    return " Given that this use case is ambiguous and error-prone, it is forbidden. You can clarify your "
           "code "
           "by moving both the view and the inplace either both inside the " +
           mode +
           " block (if you don't want the inplace to be tracked) or both outside (if you want the "
           "inplace to be tracked).";
  };
  if (meta.kind == ViewKind::inference_mode) {
    throw Error(of + " inference mode and " + how + " modified inplace in normal mode." +
                clarify("inference_mode"));
  }
  if (meta.kind == ViewKind::no_grad || !meta.grad_fn) {
    throw Error(of + " no_grad mode and " + how + " modified inplace with grad mode enabled." +
                (meta.kind == ViewKind::no_grad ? clarify("no_grad") : several));
  }
  throw Error(made + " and " + how + " modified inplace." + several);
}

}  // namespace

const std::shared_ptr<Node>& current_grad_fn(const Tensor& t) {
  static const std::shared_ptr<Node> none;
  Meta* meta = t.impl().meta.get();
  if (!meta) return none;
  if (meta->base.defined() && meta->base_version != t.version() && meta->base.storage() == t.storage() &&
      (meta->grad_fn || tracked(meta->base))) {
    if (meta->kind != ViewKind::usual) refuse_view(*meta, true);
    meta->base_version = t.version();
    attach(t, as_strided_step(meta->base, t));
    keep_retaining(t);
  }
  return meta->grad_fn;
}

void mark_view(const Tensor& view, const Tensor& of) {
  TensorImpl& impl = view.impl();
  if (!impl.meta) impl.meta = std::make_unique<Meta>();
  const Meta* parent = of.impl().meta.get();
  impl.meta->base = parent && parent->base.defined() ? parent->base : of;
  impl.meta->base_version = view.version();
  if (grad_enabled()) {
    impl.meta->kind = parent ? parent->kind : ViewKind::usual;
  } else {
    impl.meta->kind = inference_mode() ? ViewKind::inference_mode : ViewKind::no_grad;
  }
}

void mark_one_of_several(const Tensor& view, int number) {
  Meta* meta = view.impl().meta.get();
  if (!meta) return;  // no history is kept here
  if (grad_enabled()) meta->kind = ViewKind::one_of_several;
  meta->number = number;
}

void check_in_place(const Tensor& out, const Tensor& other) {
  const TensorImpl& impl = out.impl();
  if (impl.inference && !inference_mode()) {
    throw Error(
        "Inplace update to inference tensor outside InferenceMode is not allowed.You can make a clone to get "
        "a normal tensor before doing inplace update.See https://github.com/pytorch/rfcs/pull/17 for more "
        "details.");
  }
  if (!recording(out, other)) return;
  const bool is_view = impl.meta && impl.meta->base.defined();
  if (is_view && impl.meta->kind != ViewKind::usual) refuse_view(*impl.meta, false);
  if (!tracked(out)) return;
  if (is_view && impl.meta->base.is_leaf()) {
    throw Error("a view of a leaf Variable that requires grad is being used in an in-place operation.");
  }
  if (out.is_leaf())
    throw Error("a leaf Variable that requires grad is being used in an in-place operation.");
}

void attach_in_place(const Tensor& out, std::shared_ptr<Node> node) {
  const Meta* meta = out.impl().meta.get();
  const Tensor base = meta ? meta->base : Tensor();
  if (!base.defined() || base.storage() != out.storage()) {
    attach(out, std::move(node));
    keep_retaining(out);
    return;
  }
  node->shape = out.shape();
  node->dtype = out.dtype();
  node->device = out.device();
  attach(base, std::make_shared<CopySlices>(base, out, std::move(node)));
  keep_retaining(base);
  attach(out, as_strided_step(base, out));
  out.impl().meta->base_version = out.version();
  keep_retaining(out);
}

void attach_overwrite(const Tensor& out, std::string_view name) {
  if (!recording(out)) return;
  attach_in_place(out, make_step<0>(name, {&out}, {}, [](const Tensor& grad, const auto&, const Node&) {
                    return std::vector<Tensor>{ops::zeros(grad.shape(), {grad.dtype(), grad.device()})};
                  }));
}

}  // namespace todevice::autograd
