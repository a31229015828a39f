// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

namespace todevice {

/// The engine's exceptions. Each becomes the Python exception that PyTorch raises in the same place; the
/// texts are PyTorch's where PyTorch has one.
class Error : public std::runtime_error {  ///< RuntimeError
 public:
  using std::runtime_error::runtime_error;
};
class IndexError : public Error {  ///< IndexError
 public:
  using Error::Error;
};
class TypeError : public Error {  ///< TypeError
 public:
  using Error::Error;
};
class ValueError : public Error {  ///< ValueError
 public:
  using Error::Error;
};
class NotImplementedError
    : public Error {  ///< NotImplementedError: outside the subset; names the nearest thing
 public:
  using Error::Error;
};
class OutOfMemoryError : public Error {  ///< torch.OutOfMemoryError
 public:
  using Error::Error;
};
class AcceleratorError
    : public Error {  ///< torch.AcceleratorError: the device refused (bad ordinal, failed launch)
 public:
  using Error::Error;
};
class RecursionError : public Error {  ///< RecursionError: something contains itself
 public:
  using Error::Error;
};
class Interrupted : public Error {  ///< KeyboardInterrupt: a long operation saw interrupt_flag()
 public:
  Interrupted() : Error("interrupted") {}
};

}  // namespace todevice
