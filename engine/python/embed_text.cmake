# SPDX-License-Identifier: Apache-2.0
# cmake -DINPUT=prelude.py -DOUTPUT=prelude.cpp -P embed_text.cmake: a text file as a C++ string.
file(READ ${INPUT} text)
file(WRITE ${OUTPUT} "#include \"python/prelude.h\"\nconst char* const todevice::python::kPrelude = R\"TODEVICE(${text})TODEVICE\";\n")
