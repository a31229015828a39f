// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

/// What the window and the worker say to each other, as plain structs. The wire is JSON-RPC 2.0, one object a
/// line, over the worker's stdin (requests) and stdout (replies, notifications). codec.h turns these structs
/// into lines and back; nothing else knows their spelling.
///
/// Ids (Python's `id()`) and addresses are "0x..." strings on the wire and 64-bit numbers here. Fields that a
/// reader does not know are ignored; missing ones keep the values below.
namespace todevice::protocol {

/// Raised when a message changes meaning; another number is refused by both sides.
inline constexpr int kVersion = 1;
/// A longer line is answered with an error and skipped; nothing after it is lost.
inline constexpr std::size_t kMaxLine = std::size_t{64} << 20;

using Address = std::uint64_t;

// ---- requests: window to worker
// -------------------------------------------------------------------------------------

/// First of all. Reply: HelloReply. Another version gets an error.
struct Hello {
  int version = kVersion;
  std::string program;  ///< "todevice 0.1.0"
  bool operator==(const Hello&) const = default;
};
struct HelloReply {
  int version = kVersion;
  std::string program;
  std::string engine;  ///< "0.1.0"
  std::string python;  ///< "3.11.2"
  std::vector<std::string> methods;
  bool operator==(const HelloReply&) const = default;
};

enum class Mode {
  step,    ///< stops before the first line; each `step` runs one line and gives one record
  record,  ///< a record for each line, without stopping
  whole    ///< no stopping and no tracing: one record at the end
};
/// How far a `step` goes. A line that calls a function of the lesson is one line, unless it is stepped into:
/// then the function's lines have records of their own, until it returns.
enum class Reach {
  over,  ///< the line as one
  into,  ///< stops in the first function of the lesson's code that the line calls
  out    ///< to the end of the function; stops in the line that called it, which then goes on
};
/// Where a run went into a function. A replay that is told of all entries makes the same records.
struct Entry {
  std::int64_t line = 0;   ///< lines of the run that had ended by then
  std::int64_t inner = 0;  ///< counts, from 1, the lines begun in functions since the last record
  bool operator==(const Entry&) const = default;
};
/// Runs a block of code in the lesson's namespace, which lasts until `reset`. Reply at once; its end is
/// `stopped` with reason "finished" or "error". Refused while another run is going on.
struct Run {
  std::string run;  ///< id, chosen by the window; every notification that it causes carries it
  std::string code;
  std::string file = "lesson";  ///< name in tracebacks
  int first_line = 1;           ///< number of the code's first line
  Mode mode = Mode::step;
  /// mode record: stop after this many lines (replay to a cursor), which are 1 + `merged` for each record; 0:
  /// do not stop.
  std::int64_t stop_after = 0;
  int until = 0;               ///< mode record: stop before this line of the lesson, once; 0: do not
  std::vector<Entry> entries;  ///< functions to go into: those of the run that this one repeats, in order
  bool operator==(const Run&) const = default;
};
// `step` {run, reach}: runs on from where the run is stopped, by one record unless `reach` is out.
// `continue` {run, until}: runs on, a record for each line; `until` as in `run`.
// `breakpoints` {lines}: of the lesson; a run that is not whole stops before each of them, in functions too.
// They last until the next such request, which works at any time.
// `interrupt` {run}: KeyboardInterrupt in that run if it is still going on; works at any time.
// `monitor` {milliseconds}: device_stats so often from now on, from 100 to 60000; 0: no more. Works at any
// time.
// `reset` {}: a fresh namespace; CUDA stays as it was initialised. `shutdown` {}: ends the process.

/// An expression in the lesson's namespace, while nothing runs or a run is stopped before a line. Reply:
/// EvaluateReply.
struct Evaluate {
  std::string expression;
  bool operator==(const Evaluate&) const = default;
};
struct EvaluateReply {
  bool ok = false;
  std::string text;  ///< repr of the value, or the error as Python words it
  nlohmann::json
      value;  ///< the value where JSON has one (number, string, bool, None, list of these), else null
  bool operator==(const EvaluateReply&) const = default;
};

// ---- what lives in the worker
// ---------------------------------------------------------------------------------------

struct TensorInfo {
  Address address = 0;               ///< first element
  Address storage = 0;               ///< start of the storage: equal for views of one another
  std::uint64_t storage_serial = 0;  ///< never reused
  std::int64_t storage_bytes = 0;
  std::string device;  ///< "cpu", "cuda:1" (logical)
  std::string dtype;   ///< "torch.float32"
  std::vector<std::int64_t> shape;
  std::vector<std::int64_t> stride;
  std::int64_t offset = 0;  ///< elements
  std::int64_t bytes = 0;
  bool requires_grad = false;
  bool is_view = false;
  std::string grad_fn;  ///< "AddBackward0" or empty
  bool operator==(const TensorInfo&) const = default;
};

/// One Python object that a name, or a module, refers to.
struct Object {
  Address id = 0;       ///< Python's id()
  std::string kind;     ///< "tensor", "parameter", "module", "optimizer", "device", "function", "value"
  std::string type;     ///< "Tensor", "Linear", "int"
  std::string summary;  ///< one line: values of a tensor, repr of others, cut to a sensible length
  std::optional<TensorInfo> tensor;
  /// Of a module: its parameters and buffers with dotted names. Of anything: the tensors and modules that it
  /// holds, each by what is to be written after the object's own name: `[0]`, `["a"]`, `.w`, `.grad`,
  /// `.state[0]["momentum_buffer"]`. The objects are in the record's `objects` too.
  struct Part {
    std::string name;
    /// Held, not registered as a parameter or buffer of a module.
    bool is_held() const { return name.starts_with('[') || name.starts_with('.'); }
    Address id = 0;
    bool is_buffer = false;
    bool operator==(const Part&) const = default;
  };
  std::vector<Part> parts;
  bool parts_cut = false;  ///< it may hold more than `parts` says
  /// Not empty: `parts` tells only those at these places, of `parts_count`; the others are as last told.
  std::vector<std::int64_t> parts_at;
  std::int64_t parts_count = 0;
  bool operator==(const Object&) const = default;
};

struct Binding {
  std::string name;
  Address id = 0;
  std::string scope;  ///< "" for the lesson's own names, "forward" inside a function
  bool operator==(const Binding&) const = default;
};

/// Bytes taken or given back on a device while a line ran.
struct Allocation {
  bool freed = false;
  std::string device;
  Address address = 0;
  std::int64_t bytes = 0;
  std::uint64_t serial = 0;
  bool operator==(const Allocation&) const = default;
};
struct Copy {
  std::string from, to;  ///< devices
  Address from_address = 0, to_address = 0;
  std::int64_t bytes = 0;
  double microseconds = 0;  ///< measured on the host
  bool operator==(const Copy&) const = default;
};
/// One `.to()` of a tensor, module or parameter that the line made: the before -> after pair.
struct Move {
  std::string what;          ///< "tensor" or "module"
  std::string name;          ///< the learner's name for it where it has one, else empty
  bool same_object = false;  ///< the result is the very object that `.to()` was called on
  bool same_storage = false;
  Address before_id = 0, after_id = 0;
  std::string before_device, after_device, before_dtype, after_dtype;
  Address before_address = 0, after_address = 0;
  std::int64_t bytes = 0;
  /// Of a module: one move for each parameter and buffer.
  std::vector<Move> parts;
  bool operator==(const Move&) const = default;
};

/// Where numbers came from, by the lesson's lines. A line is 0 where none was watched (mode whole).
struct Origin {
  std::string part;     ///< of a module: the first of its tensors on this device ("0.weight"); else empty
  std::string device;   ///< where they are: "cuda:0"
  std::string made_on;  ///< where they were made, before any `.to()`: "cpu"
  int made_line = 0;
  int moved_line = 0;  ///< of the last `.to()` that brought them to where they are
  std::int64_t bytes = 0;
  bool operator==(const Origin&) const = default;
};
/// Something that a failing expression names.
struct Named {
  std::string name;  ///< as it is written: "x", "self.fc", "batch[0]"
  Address id = 0;
  std::string kind;             ///< as Object's
  std::string type;             ///< "Linear"
  std::string text;             ///< of a device, a text or a whole number: what it says; else empty
  bool is_leaf = true;          ///< of a tensor: false for the result of an operation that autograd follows
  bool is_scalar = false;       ///< of a tensor: it has no dimensions
  std::vector<Origin> origins;  ///< one for each device that it, or its parameters and buffers, live on
  bool operator==(const Named&) const = default;
};
/// A call of the lesson's own code that an error went through.
struct ErrorFrame {
  int line = 0;
  std::string function;    ///< "forward"; empty in the block itself
  std::string expression;  ///< the part of the line that failed
  std::vector<Named> names;
  bool operator==(const ErrorFrame&) const = default;
};

struct Error {
  std::string type;  ///< "RuntimeError"
  std::string message;
  std::string traceback;  ///< as Python prints it
  int line = 0;           ///< of the lesson's code; 0 unknown
  /// Outermost first: the block's line, then the functions of the lesson that it called.
  std::vector<ErrorFrame> frames;
  bool operator==(const Error&) const = default;
};

/// What a line did to CUDA_VISIBLE_DEVICES or CUDA_DEVICE_ORDER in this process.
struct VariableChange {
  std::string name;
  /// "set", "deleted", or "kept": os.environ.setdefault() of one that was set already, which changes nothing.
  std::string how;
  std::optional<std::string> before, after;  ///< absent: unset
  bool late = false;  ///< CUDA had read it before this line: too late to have an effect
  bool operator==(const VariableChange&) const = default;
};
/// The two variables as CUDA read them, once in a process.
struct VariableReading {
  std::optional<std::string> visible_devices, device_order;  ///< absent: unset
  bool operator==(const VariableReading&) const = default;
};

struct DeviceMemory {
  std::string device;
  std::int64_t allocated = 0, reserved = 0, device_free = 0, device_total = 0;
  bool operator==(const DeviceMemory&) const = default;
};

/// One thing that happened below the line: a CUDA call, work of a GPU, or what a simulated GPU did.
struct Call {
  std::string name;          ///< "cudaMemcpyAsync", "binary_kernel", "copy to the GPU"
  std::string detail;        ///< a kernel's name in full; else empty
  std::string kind;          ///< "api" (a call on the CPU), "kernel", "copy", "set"
  std::string device;        ///< "cuda:0"; empty for the CPU alone
  std::int64_t stream = -1;  ///< 0: the device's default one; -1: none, or one that the lesson cannot name
  std::int64_t bytes = 0;
  double begin = 0;               ///< microseconds since the line began
  double microseconds = 0;        ///< how long it took
  std::uint64_t correlation = 0;  ///< equal for a call and the work that it caused; 0: none known
  bool measured = false;          ///< on a real GPU; false: on a simulated one, timed on the CPU
  bool operator==(const Call&) const = default;
};

/// What one executed line did. Records hold differences: `bound`, `unbound`, `objects` and `dead` name only
/// what is new or changed since the record before. The window's Timeline puts the states together.
struct Record {
  std::string run;
  std::int64_t index = 0;  ///< counts from 0 in this process, over all runs
  std::string file;
  int line = 0;
  int depth = 0;         ///< 0 in the block itself, 1 in a function that it called, ...
  std::string function;  ///< that the line stands in; empty in the block itself. The scope of its names
  /// Not empty: this is the beginning of a line that called this function, which was stepped into. The
  /// function's lines follow, and then the line's own record.
  std::string entered;
  std::int64_t entry = 0;   ///< with `entered`: Entry::inner, for a replay
  std::string raised;       ///< "ValueError: ..." when the line's function was left by this exception
  std::string source;       ///< the line's text
  double microseconds = 0;  ///< how long the line took
  std::vector<Binding> bound;
  std::vector<Binding> unbound;
  std::vector<Object> objects;
  std::vector<Address> dead;
  std::vector<Allocation> allocations;
  std::vector<Copy> copies;
  std::int64_t copies_left_out = 0;        ///< further ones, beyond what a record holds
  std::int64_t copies_left_out_bytes = 0;  ///< that those copied
  std::vector<Move> moves;
  std::int64_t moves_left_out = 0;   ///< further ones, beyond what a record holds
  std::vector<DeviceMemory> memory;  ///< of devices whose numbers changed
  std::string output;                ///< what the line printed (cut as Output is)
  std::optional<Error> error;
  /// Set in the record of the line that initialised CUDA: the mapping that holds from here on.
  std::optional<std::vector<std::string>>
      cuda_uuids;  ///< logical 0, 1, ... as the process itself reports them
  std::vector<VariableChange> variables;
  /// Set in the record of the line at which CUDA read the variables: the first that asked it for anything,
  /// be it only torch.cuda.is_available().
  std::optional<VariableReading> variables_read;
  int current_device = -1;          ///< what "cuda" means after this line; -1 before CUDA is initialised
  std::vector<Call> calls;          ///< in order of their beginning; none when the block ran whole
  std::int64_t calls_left_out = 0;  ///< further ones, beyond what a record holds
  std::string calls_note;   ///< why calls could not be recorded, in one sentence; empty when they could
  std::int64_t merged = 0;  ///< statements it stands for beside its own (in a long run; of a block run whole)
  std::int64_t time = 0;  ///< the how-manieth time it ran, those without a record included; 0: nobody counted
  bool operator==(const Record&) const = default;
};

// ---- notifications: worker to window
// --------------------------------------------------------------------------------

/// A slice of a GPU in MIG mode.
struct MigDevice {
  std::string uuid, name;
  int gpu_instance = 0, compute_instance = 0;
  std::int64_t total_memory = 0;
  bool operator==(const MigDevice&) const = default;
};
struct PhysicalDevice {
  int index = 0;  ///< in PCI order, as nvidia-smi counts
  std::string name, uuid, pci_bus_id;
  std::int64_t total_memory = 0;
  std::int64_t used_memory = 0;  ///< by all programs
  bool simulated = false;
  int speed_class = 0;                     ///< a greater one is faster: what FASTEST_FIRST goes by
  std::vector<MigDevice> mig;              ///< not empty: the card is in MIG mode
  std::optional<std::int64_t> own_memory;  ///< of used_memory, this process's share
  std::optional<int> load;                 ///< percent, of the driver's last sample period
  std::optional<int> temperature;          ///< degrees Celsius
  std::optional<double> power;             ///< watts
  bool operator==(const PhysicalDevice&) const = default;
};
/// Once, unasked, when the worker can take requests. CUDA is not initialised by it.
struct Ready {
  std::int64_t pid = 0;
  std::string backend;  ///< "cuda", "sim" or "none"
  std::string note;     ///< in one sentence, why there is no real GPU ("no NVIDIA driver: ...")
  /// The same for a window, which says it in its own language: "none_wanted", "no_driver", "no_cuda_part",
  /// "library_missing" (detail: which), "not_loaded" (detail: why), "does_not_fit"; "cuda" when NVIDIA's own
  /// libraries are the reason (detail: the sentence).
  std::string note_code, note_detail;
  std::vector<PhysicalDevice> physical;
  std::optional<std::string> visible_devices;  ///< CUDA_VISIBLE_DEVICES as this process has it
  std::optional<std::string> device_order;
  std::vector<std::string> predicted_uuids;  ///< logical 0, 1, ... by the rules of engine/visibility
  std::string mapping_error;                 ///< "", "invalid_device", "no_device"
  bool numpy = true;                         ///< whether this Python has NumPy
  bool operator==(const Ready&) const = default;
};
enum class StopReason {
  line,  ///< stopped before `line`
  finished,
  error,  ///< the record before has it
  interrupted
};
struct Stopped {
  std::string run;
  StopReason reason = StopReason::finished;
  int line = 0;
  int depth = 0;       ///< 0 in the block itself, 1 in a function that was stepped into, ...
  double seconds = 0;  ///< how long the run took, stops left out
  /// Not empty: no GPU works any more in this process, for this reason, in CUDA's words ("an illegal memory
  /// access was encountered"). Only a new worker helps.
  std::string fault;
  std::string function;  ///< that `line` stands in, as in Record
  bool goes_on = false;  ///< `line` has begun: a function that it called has returned
  bool operator==(const Stopped&) const = default;
};
/// Printed text, gathered. A flood is cut: the first part is sent, `dropped` counts the bytes that were not.
struct Output {
  std::string run;
  std::string stream;  ///< "stdout", "stderr"
  std::string text;
  std::int64_t dropped = 0;
  bool operator==(const Output&) const = default;
};
/// Points for the live plots, at most 60 batches a second, each point kept. NaN and infinity travel as null.
struct Metrics {
  std::string run;
  struct Series {
    std::string name;
    std::vector<double> x, y;
    bool operator==(const Series&) const = default;
  };
  std::vector<Series> series;
  bool operator==(const Metrics&) const = default;
};
/// What the cards are doing, as often as `monitor` asked for. Not of a run.
struct DeviceStats {
  std::vector<PhysicalDevice> devices;
  bool operator==(const DeviceStats&) const = default;
};

// ---- JSON-RPC error codes
// -------------------------------------------------------------------------------------------

inline constexpr int kParseError = -32700;
inline constexpr int kInvalidRequest = -32600;
inline constexpr int kMethodNotFound = -32601;
inline constexpr int kInvalidParams = -32602;
inline constexpr int kBusy = -32000;  ///< a run is going on
inline constexpr int kNoSuchRun = -32001;
inline constexpr int kVersionMismatch = -32002;

}  // namespace todevice::protocol
