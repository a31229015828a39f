# SPDX-License-Identifier: GPL-3.0-or-later
# The window's pictures and colours: ":/icons/NAME.svg", ":/themes/tokens.json", ":/themes/style.qss".
set(window_icons
  arrow back check close code console copy cross down error export float gpu hood info language lesson memory more next pause
  play present breakpoint into out previous question reset run step stop table theme todevice training warning zoom)
list(TRANSFORM window_icons REPLACE "(.+)" "${CMAKE_CURRENT_SOURCE_DIR}/icons/\\1.svg" OUTPUT_VARIABLE icon_files)
qt_add_resources(todevice_resources icons PREFIX /icons BASE ${CMAKE_CURRENT_SOURCE_DIR}/icons FILES ${icon_files})
qt_add_resources(todevice_resources themes PREFIX /themes BASE ${CMAKE_CURRENT_SOURCE_DIR}/themes
  FILES ${CMAKE_CURRENT_SOURCE_DIR}/themes/tokens.json ${CMAKE_CURRENT_SOURCE_DIR}/themes/style.qss)
