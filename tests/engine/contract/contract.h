// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTest>
#include <string>

#include "buffer.h"

namespace todevice::testing {

/// What every backend must do, run for the CPU and for each visible GPU. A program for a backend registers it
/// (registry::set_cuda) and runs this class; see tst_contract_sim.cpp.
class Contract : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase_data();  // the devices
  void init();

  // memory.cpp
  void describesItself();
  void memoryIsAlignedAndApart();
  void bytesComeBackAsTheyWere();
  void copiesBetweenAllDevices();
  void countsWhatIsHeld();
  void refusesTooMuchAndLivesOn();

  // elementwise.cpp
  void fills();
  void convertsEveryPairOfTypes();
  void copiesStrided();
  void counts();
  void unaryOperations_data();
  void unaryOperations();
  void binaryOperations_data();
  void binaryOperations();
  void integerDivision();
  void integerDivisionAtTheEnds();
  void gradientsAtNan();
  void comparisons();
  void comparesNumbersRounded();
  void broadcasts();
  void takesNumbers();
  void worksInPlace();
  void clampsAndChooses();

  // reductions.cpp
  void reduces_data();
  void reduces();
  void reducesAnyDimensions();
  void sumsManyExactly();
  void reducesVeryMany();
  void nanWins();
  void matrixProducts_data();
  void matrixProducts();
  void matrixProductScales();
  void softmax();
  void softmaxGradient();
  void negativeLogLikelihood();
  void selectsAndAddsRows();
  void refusesBadIndices();

  // streams.cpp
  void streamsAreThreadsOwn();
  void eventsOrderStreams();
  void pinnedMemory();
  void graphsReplay();
  void graphsRefuseWaiting();
  void graphsSpreadOverStreams();
  void graphsEndWhereTheyBegan();
  void graphsTakeNewSeeds();
  void graphsAskForSteps();
  void copiesOnTwoStreams();
  void sharedMemoryFreedInACapture();

  // graphs.cpp
  void graphsComputeTheSame_data();
  void graphsComputeTheSame();
  void graphsTrain();

  // training.cpp
  void randomRepeats();
  void uniformNumbers();
  void normalNumbers();
  void randomIntegers();
  void sgd_data();
  void sgd();
  void adam_data();
  void adam();

 private:
  /// The device of this row.
  Place place_;
};

/// Every device of this process.
std::vector<Place> places();

inline void check(const Numbers& found, const Numbers& wanted, DType dtype) {
  const std::string problem = difference(found, wanted, dtype);
  QVERIFY2(problem.empty(), problem.c_str());
}

inline constexpr DType kFloats[] = {DType::float16, DType::bfloat16, DType::float32, DType::float64};

}  // namespace todevice::testing
