# SPDX-License-Identifier: Apache-2.0
# cmake "-DINPUTS=a.py|b.py" -DOUTPUT=prelude.cpp -P embed_text.cmake: text files as C++ strings, in this order.
string(REPLACE "|" ";" INPUTS "${INPUTS}")
set(parts "")
foreach(input ${INPUTS})
  file(READ ${input} text)
  get_filename_component(name ${input} NAME)
  string(APPEND parts "    {\"torch/_prelude/${name}\", R\"TODEVICE(${text})TODEVICE\"},\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"python/prelude.h\"\n
const std::vector<todevice::python::PreludePart>& todevice::python::prelude() {
  static const std::vector<PreludePart> parts{\n${parts}  };
  return parts;
}\n")
