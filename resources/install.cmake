# SPDX-License-Identifier: Apache-2.0
# What `cmake --install` puts where (GNUInstallDirs). The programs look for the rest beside themselves, so a prefix can be moved.
set(share ${CMAKE_INSTALL_DATADIR}/todevice)
set(resources ${CMAKE_CURRENT_LIST_DIR})

foreach(program IN ITEMS todevice todevice-worker)
  if(TARGET ${program})
    install(TARGETS ${program} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  endif()
endforeach()
if(TARGET todevice_engine)
  install(TARGETS todevice_engine LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/todevice)
endif()

install(FILES ${resources}/data/digits.csv.gz ${resources}/data/ATTRIBUTION.md DESTINATION ${share}/data)
install(DIRECTORY ${PROJECT_BINARY_DIR}/stubs/ DESTINATION ${share}/stubs)
install(FILES ${PROJECT_SOURCE_DIR}/engine/python/NAMES.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY ${resources}/machines/ DESTINATION ${share}/machines)
install(DIRECTORY ${resources}/licenses/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/licenses)
install(FILES ${PROJECT_SOURCE_DIR}/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/lessons/ DESTINATION ${share}/lessons FILES_MATCHING PATTERN "*.md" PATTERN loader EXCLUDE PATTERN checker EXCLUDE)
install(FILES ${resources}/todevice.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
install(FILES ${resources}/icons/todevice.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
