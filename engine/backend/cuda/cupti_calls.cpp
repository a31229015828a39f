// SPDX-License-Identifier: Apache-2.0
#include "backend/cuda/cuda_calls.h"

#include <array>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <map>
#include <string>
#include <utility>

#include "backend/cuda/call_log.h"
#include "backend/cuda/call_names.h"
#include "backend/cuda/cupti.h"
#include "backend/cuda/gpu.h"
#include "backend/cuda/guard.h"
#include "backend/cuda/stream_control.h"

namespace todevice::cuda {

namespace {

constexpr std::array kKinds{CUPTI_ACTIVITY_KIND_RUNTIME,           CUPTI_ACTIVITY_KIND_DRIVER,
                            CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, CUPTI_ACTIVITY_KIND_MEMCPY,
                            CUPTI_ACTIVITY_KIND_MEMCPY2,           CUPTI_ACTIVITY_KIND_MEMSET};

/// CUPTI's callbacks carry nothing of ours along. Never ended: its own thread may still tell something.
CallLog& log() {
  static CallLog& one = *new CallLog;
  return one;
}

constexpr std::size_t kBufferBytes = std::size_t{256} << 10;
constexpr std::size_t kBufferAlignment = 8;

void give_buffer(std::uint8_t** buffer, std::size_t* size, std::size_t* most_records) {
  *buffer = static_cast<std::uint8_t*>(std::aligned_alloc(kBufferAlignment, kBufferBytes));
  *size = *buffer == nullptr ? 0 : kBufferBytes;
  *most_records = 0;
}

template <class Record>
const Record& as(const CUpti_Activity* record) {
  return *reinterpret_cast<const Record*>(record);
}

template <class Record>
WorkNote work_note(trace::CallKind kind, std::string name, const Record& record) {
  WorkNote note;
  note.kind = kind;
  note.name = std::move(name);
  note.device = static_cast<int>(record.deviceId);
  note.stream = record.streamId;
  note.correlation = record.correlationId;
  note.begin = record.start;
  note.end = record.end;
  return note;
}

std::string copy_name(unsigned kind) {
  switch (kind) {
    case CUPTI_ACTIVITY_MEMCPY_KIND_HTOD:
      return "copy to the GPU";
    case CUPTI_ACTIVITY_MEMCPY_KIND_DTOH:
      return "copy to the CPU";
    case CUPTI_ACTIVITY_MEMCPY_KIND_PTOP:
      return "copy to another GPU";
    default:
      return "copy";
  }
}

void note_api(const CUpti_ActivityAPI& api) {
  ApiNote note;
  note.is_driver = api.kind == CUPTI_ACTIVITY_KIND_DRIVER;
  note.function = api.cbid;
  note.thread = api.threadId;
  note.correlation = api.correlationId;
  note.begin = api.start;
  note.end = api.end;
  log().add(note);
}

void note_kernel(const cupti::KernelRecord& kernel) {
  const std::string full = full_name(kernel.name);
  auto note = work_note(trace::CallKind::kernel, short_name(full), kernel);
  if (full != note.name) note.detail = full;
  log().add(std::move(note));
}

template <class Record>
void note_copy(const Record& copy) {
  auto note = work_note(trace::CallKind::copy, copy_name(copy.copyKind), copy);
  note.bytes = copy.bytes;
  log().add(std::move(note));
}

void note_record(const CUpti_Activity* record) {
  switch (record->kind) {
    case CUPTI_ACTIVITY_KIND_RUNTIME:
    case CUPTI_ACTIVITY_KIND_DRIVER:
      return note_api(as<CUpti_ActivityAPI>(record));
    case CUPTI_ACTIVITY_KIND_KERNEL:
    case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
      return note_kernel(as<cupti::KernelRecord>(record));
    case CUPTI_ACTIVITY_KIND_MEMCPY:
      return note_copy(as<cupti::CopyRecord>(record));
    case CUPTI_ACTIVITY_KIND_MEMCPY2:
      return note_copy(as<cupti::PeerCopyRecord>(record));
    case CUPTI_ACTIVITY_KIND_MEMSET: {
      const auto& set = as<cupti::SetRecord>(record);
      auto note = work_note(trace::CallKind::set, "set", set);
      note.bytes = set.bytes;
      return log().add(std::move(note));
    }
    default:
      return;
  }
}

/// On whichever thread CUPTI chooses; nothing may escape into it.
void take_buffer(CUcontext, std::uint32_t, std::uint8_t* buffer, std::size_t, std::size_t valid) {
  try {
    CUpti_Activity* record = nullptr;
    while (valid > 0 && cupti::library().next_record(buffer, valid, &record) == CUPTI_SUCCESS)
      note_record(record);
  } catch (const std::exception&) {
    // No memory for a note: it is not told.
  }
  std::free(buffer);
}

std::string name_of(const ApiNote& call) {
  const char* symbol = nullptr;
  const auto domain = call.is_driver ? CUPTI_CB_DOMAIN_DRIVER_API : CUPTI_CB_DOMAIN_RUNTIME_API;
  if (cupti::library().callback_name(domain, call.function, &symbol) != CUPTI_SUCCESS || symbol == nullptr)
    return call.is_driver ? "driver call " + std::to_string(call.function)
                          : "runtime call " + std::to_string(call.function);
  // __cudaPushCallConfiguration and its like are the compiler's, in no manual.
  return symbol[0] == '_' ? std::string() : call_name(symbol);
}

std::uint64_t now() {
  std::uint64_t time = 0;
  cupti::library().timestamp(&time);
  return time;
}

/// Work that is being recorded into a graph is not done yet, and waiting would spoil the recording.
void wait_for_gpus() noexcept {
  if (fatal_error() != cudaSuccess) return;
  try {
    Gpu::each_started([](Gpu& gpu) {
      if (gpu.is_recording()) return;
      use_device(gpu.index);
      quiet(cudaDeviceSynchronize());
    });
  } catch (const std::exception&) {
    // The lesson's own next use of the GPU says what is wrong with it.
  }
}

class CuptiCalls final : public CudaCalls {
 public:
  void begin() noexcept override;
  trace::Calls end() noexcept override;
  void stop() noexcept override;
  void cuda_started() noexcept override;

 private:
  using Clock = std::chrono::steady_clock;
  void open();
  void listen() noexcept;
  std::int64_t stream_number(int device, std::uint32_t stream);

  bool wanted_ = false, started_ = false, registered_ = false, on_ = false;
  Clock::time_point line_began_{};
  std::uint64_t from_ = 0;  ///< CUPTI's clock, when it began to listen to this line
  std::int64_t late_ = 0;   ///< nanoseconds from the line's beginning to there
  std::string problem_;
  std::map<std::pair<int, std::uint32_t>, std::int64_t> numbers_;  ///< of streams, as Python counts them
};

void CuptiCalls::open() {
  const auto& lib = cupti::library();
  problem_ = lib.problem;
  if (!problem_.empty() || on_) return;
  CUptiResult result = CUPTI_SUCCESS;
  if (!registered_) {
    // Lines are short: 3.2 MB a buffer and three of them taken at once would be the card's memory for
    // nothing.
    std::size_t bytes = std::size_t{512} << 10, length = sizeof bytes;
    lib.set_attribute(CUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_SIZE, &length, &bytes);
    result = lib.register_callbacks(give_buffer, take_buffer);
    registered_ = result == CUPTI_SUCCESS;
  }
  for (const auto kind : kKinds) {
    if (result == CUPTI_SUCCESS) result = lib.enable(kind);
  }
  on_ = result == CUPTI_SUCCESS;
  if (on_) return;
  for (const auto kind : kKinds) lib.disable(kind);
  problem_ = "CUDA calls cannot be listed: NVIDIA's CUPTI says " + lib.words(result) +
             "; another profiler may be in use, or the administrator allows none.";
}

void CuptiCalls::begin() noexcept {
  wanted_ = true;
  line_began_ = Clock::now();
  if (started_) listen();
}

void CuptiCalls::cuda_started() noexcept {
  started_ = true;
  if (wanted_) listen();
}

void CuptiCalls::listen() noexcept {
  try {
    open();
  } catch (const std::exception& error) {
    problem_ = error.what();
  }
  if (!on_) return;
  late_ = std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - line_began_).count();
  from_ = now();
}

void CuptiCalls::stop() noexcept {
  wanted_ = false;
  if (!on_) return;
  for (const auto kind : kKinds) cupti::library().disable(kind);
  on_ = false;
}

trace::Calls CuptiCalls::end() noexcept {
  trace::Calls told;
  try {
    told.problem = problem_;
    if (!on_) return told;
    Gpu::each_started([](Gpu& gpu) { gpu.queue(); });  // what a graph has put off belongs to this line
    const std::uint64_t to = now();
    wait_for_gpus();
    cupti::library().flush_all(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
    told = log().take(from_, to, {name_of, [this](int device, std::uint32_t stream) {
                                    return stream_number(device, stream);
                                  }});
    for (auto& call : told.calls) call.begin += late_;
    std::size_t dropped = 0;
    if (cupti::library().dropped(nullptr, 0, &dropped) == CUPTI_SUCCESS) told.left_out += dropped;
  } catch (const std::exception& error) {
    told.problem = error.what();
  }
  return told;
}

std::int64_t CuptiCalls::stream_number(int device, std::uint32_t stream) {
  const auto known = numbers_.find({device, stream});
  if (known != numbers_.end()) return known->second;
  const auto note = [&](cudaStream_t handle, std::int64_t number) {
    std::uint32_t id = 0;
    if (cupti::library().stream_id(nullptr, handle, 0, &id) == CUPTI_SUCCESS) numbers_[{device, id}] = number;
  };
  numbers_[{device, stream}] = trace::Call::kNoStream;
  Gpu::each_started([&](Gpu& gpu) {
    if (gpu.index != device) return;
    use_device(gpu.index);  // CUPTI numbers the streams of the context that is current
    note(gpu.default_stream().handle, 0);
    gpu.each_stream([&](const Stream& one) { note(one.handle, static_cast<std::int64_t>(one.id)); });
  });
  return numbers_[{device, stream}];
}

}  // namespace

std::unique_ptr<CudaCalls> make_calls() {
  return std::make_unique<CuptiCalls>();
}

}  // namespace todevice::cuda
