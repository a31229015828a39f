<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>todevice::CallModel</name>
    <message numerus="yes">
        <source>%n call(s) on the CPU</source>
        <translation><numerusform>%n call on the CPU</numerusform><numerusform>%n calls on the CPU</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n piece(s) of GPU work</source>
        <translation><numerusform>%n piece of GPU work</numerusform><numerusform>%n pieces of GPU work</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n more left out</source>
        <translation><numerusform>%n more left out</numerusform><numerusform>%n more left out</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n more copies left out</source>
        <translation><numerusform>one more copy left out</numerusform><numerusform>%n more copies left out</numerusform></translation>
    </message>
</context>
<context>
    <name>todevice::AliasView</name>
    <message numerus="yes">
        <source>%n group(s) of shared things</source>
        <translation><numerusform>one group of shared things</numerusform><numerusform>%n groups of shared things</numerusform></translation>
    </message>
</context>
<context>
    <name>todevice::MemoryTableModel</name>
    <message numerus="yes">
        <source>%n tensor(s)</source>
        <translation><numerusform>%n tensor</numerusform><numerusform>%n tensors</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n more not listed</source>
        <translation><numerusform>%n more not listed</numerusform><numerusform>%n more not listed</numerusform></translation>
    </message>
</context>
<context>
    <name>todevice::MoveModel</name>
    <message numerus="yes">
        <source>%1 is the same module, now on %2: %n parameter(s) and buffers at new addresses</source>
        <translation><numerusform>%1 is the same module, now on %2: %n parameter and buffers at new addresses</numerusform><numerusform>%1 is the same module, now on %2: %n parameters and buffers at new addresses</numerusform></translation>
    </message>
</context>
<context>
    <name>todevice::RecordListModel</name>
    <message numerus="yes">
        <source>and %n more name(s)</source>
        <translation><numerusform>and one more name</numerusform><numerusform>and %n more names</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>with %n more statement(s) before it</source>
        <translation><numerusform>with one more statement before it</numerusform><numerusform>with %n more statements before it</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n statement(s) before it had run</source>
        <translation><numerusform>one statement before it had run</numerusform><numerusform>%n statements before it had run</numerusform></translation>
    </message>
</context>
<context>
    <name>todevice::Words</name>
    <message numerus="yes">
        <source>%n simulated GPU(s)</source>
        <translation><numerusform>%n simulated GPU</numerusform><numerusform>%n simulated GPUs</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n GPU(s)</source>
        <translation><numerusform>%n GPU</numerusform><numerusform>%n GPUs</numerusform></translation>
    </message>
</context>
<context>
    <name>todevice::WorkerProcess</name>
    <message numerus="yes">
        <source>(%n line(s) left out)</source>
        <translation><numerusform>(%n line left out)</numerusform><numerusform>(%n lines left out)</numerusform></translation>
    </message>
</context>
<context>
    <name>todevice::ToldChanges</name>
    <message numerus="yes">
        <source>%1: %n tensor(s) at other addresses, on %2</source>
        <translation><numerusform>%1: %n tensor at another address, on %2</numerusform><numerusform>%1: %n tensors at other addresses, on %2</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%1: new values in %n tensor(s), in place</source>
        <translation><numerusform>%1: new values in %n tensor, in place</numerusform><numerusform>%1: new values in %n tensors, in place</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%1: another shape or other strides in %n tensor(s), in place</source>
        <translation><numerusform>%1: another shape or other strides in %n tensor, in place</numerusform><numerusform>%1: another shape or other strides in %n tensors, in place</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%1: gradients are asked for from here on, of %n tensor(s)</source>
        <translation><numerusform>%1: gradients are asked for from here on, of %n tensor</numerusform><numerusform>%1: gradients are asked for from here on, of %n tensors</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%1: gradients are no longer asked for, of %n tensor(s)</source>
        <translation><numerusform>%1: gradients are no longer asked for, of %n tensor</numerusform><numerusform>%1: gradients are no longer asked for, of %n tensors</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%1 holds %n more tensor(s)</source>
        <translation><numerusform>%1 holds %n more tensor</numerusform><numerusform>%1 holds %n more tensors</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%1 holds %n tensor(s) fewer</source>
        <translation><numerusform>%1 holds %n tensor fewer</numerusform><numerusform>%1 holds %n tensors fewer</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%1: %n new gradient(s)</source>
        <translation><numerusform>%1: %n new gradient</numerusform><numerusform>%1: %n new gradients</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%1: new values in %n gradient(s)</source>
        <translation><numerusform>%1: new values in %n gradient</numerusform><numerusform>%1: new values in %n gradients</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%1: %n gradient(s) given up</source>
        <translation><numerusform>%1: %n gradient given up</numerusform><numerusform>%1: %n gradients given up</numerusform></translation>
    </message>
</context>
</TS>
