// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>

/// An OpenSSH server of its own on the loopback, with keys and a configuration made for it, and what a client
/// needs to reach it. Nothing of the user's ssh is touched.
class SshServer {
 public:
  /// Empty when this computer has one; else why there is none.
  static QString missing();

  /// `bannered`: greets as a laboratory's does.
  explicit SshServer(bool bannered = false);
  ~SshServer();

  bool isUp() const { return m_up; }
  QString log() const;
  /// `ssh` and its options, up to and with the host. `key`: the right one, or one the server does not know.
  /// `delay`: milliseconds added in each direction.
  QStringList client(bool rightKey = true, int delay = 0) const;
  /// Ends every connection, as when the line is cut; the server stays.
  void cutConnections() const;

 private:
  void makeKeys();
  QTemporaryDir m_folder;
  QProcess m_server;
  int m_port = 0;
  bool m_up = false;
};
