// SPDX-License-Identifier: GPL-3.0-or-later
#include "ssh_server.h"

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>
#include <QThread>
#include <csignal>

namespace {

QString sshd() {
  return QStandardPaths::findExecutable(QStringLiteral("sshd"),
                                        {"/usr/sbin", "/usr/local/sbin", "/sbin", "/usr/bin"});
}

void write(const QString& path, const QByteArray& text, bool secret = false) {
  QFile file(path);
  if (!file.open(QIODevice::WriteOnly)) qFatal("cannot write %s", qPrintable(path));
  file.write(text);
  file.setPermissions(secret ? QFile::ReadOwner | QFile::WriteOwner
                             : QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup | QFile::ReadOther);
}

int freePort() {
  const int s = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  bind(s, reinterpret_cast<sockaddr*>(&address), size);
  getsockname(s, reinterpret_cast<sockaddr*>(&address), &size);
  close(s);
  return ntohs(address.sin_port);
}

bool answers(int port) {
  const int s = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(std::uint16_t(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const bool connected = connect(s, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
  close(s);
  return connected;
}

}  // namespace

QString SshServer::missing() {
  if (sshd().isEmpty()) return QStringLiteral("there is no sshd (package openssh-server)");
  for (const char* program : {"ssh", "ssh-keygen", "python3"})
    if (QStandardPaths::findExecutable(QLatin1String(program)).isEmpty())
      return QStringLiteral("there is no %1").arg(QLatin1String(program));
  return {};
}

SshServer::SshServer(bool bannered) : m_port(freePort()) {
  makeKeys();
  const QString folder = m_folder.path();
  write(folder + "/banner", "**** Laboratory 7. {\"jsonrpc\": Authorised use only. ****\n");
  QByteArray config = "HostKey " + folder.toUtf8() + "/host\nAuthorizedKeysFile " + folder.toUtf8() +
                      "/authorized\nPidFile none\nStrictModes no\nUsePAM no\nPasswordAuthentication no\n"
                      "KbdInteractiveAuthentication no\nPermitRootLogin yes\nListenAddress 127.0.0.1\nPort " +
                      QByteArray::number(m_port) + "\n";
  if (bannered) config += "Banner " + folder.toUtf8() + "/banner\n";
  write(folder + "/sshd", config);
  if (geteuid() == 0)
    QDir().mkpath(QStringLiteral("/run/sshd"));  // where the server, as root, wants an empty folder
  m_server.setStandardErrorFile(folder + "/log");
  m_server.start(sshd(), {"-D", "-e", "-f", folder + "/sshd"});
  for (int i = 0; i < 200 && !m_up && m_server.state() != QProcess::NotRunning; ++i) {
    m_up = answers(m_port);
    if (!m_up) QThread::msleep(25);
  }
}

SshServer::~SshServer() {
  cutConnections();
  m_server.terminate();
  if (!m_server.waitForFinished(3000)) m_server.kill();
  m_server.waitForFinished(3000);
}

void SshServer::makeKeys() {
  for (const char* name : {"host", "right", "wrong"}) {
    QProcess::execute(QStringLiteral("ssh-keygen"),
                      {"-q", "-t", "ed25519", "-N", "", "-f", m_folder.filePath(QLatin1String(name))});
  }
  QFile::copy(m_folder.filePath("right.pub"), m_folder.filePath("authorized"));
  QFile host(m_folder.filePath("host.pub"));
  if (host.open(QIODevice::ReadOnly))
    write(m_folder.filePath("known"), "[127.0.0.1]:" + QByteArray::number(m_port) + " " + host.readAll());
  // Relays between ssh and the server, each way so much later.
  write(m_folder.filePath("delay.py"), R"(import collections, os, selectors, socket, sys, time
port, delay = int(sys.argv[1]), float(sys.argv[2]) / 1000
line = socket.create_connection(("127.0.0.1", port))
ways = {0: line.fileno(), line.fileno(): 1}
waiting = collections.deque()
selector = selectors.DefaultSelector()
for fd in ways: selector.register(fd, selectors.EVENT_READ)
while True:
    rest = max(0, waiting[0][0] - time.monotonic()) if waiting else None
    for key, _ in selector.select(rest):
        data = os.read(key.fd, 65536)
        if not data: sys.exit()
        waiting.append((time.monotonic() + delay, ways[key.fd], data))
    while waiting and waiting[0][0] <= time.monotonic():
        _, fd, data = waiting.popleft()
        while data: data = data[os.write(fd, data):]
)");
}

QStringList SshServer::client(bool rightKey, int delay) const {
  const auto option = [](const QString& text) { return QStringList{QStringLiteral("-o"), text}; };
  QStringList words{QStringLiteral("ssh"), QStringLiteral("-T"), QStringLiteral("-F"),
                    QStringLiteral("none")};
  words += option("BatchMode=yes") + option("IdentitiesOnly=yes") + option("ConnectTimeout=10") +
           option("UserKnownHostsFile=" + m_folder.filePath("known")) + option("GlobalKnownHostsFile=none") +
           option("IdentityFile=" + m_folder.filePath(rightKey ? "right" : "wrong"));
  if (delay > 0)
    words += option(QStringLiteral("ProxyCommand=python3 %1 %2 %3")
                        .arg(m_folder.filePath("delay.py"))
                        .arg(m_port)
                        .arg(delay));
  return words << QStringLiteral("-p") << QString::number(m_port) << QStringLiteral("127.0.0.1");
}

QString SshServer::log() const {
  QFile file(m_folder.filePath("log"));
  return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

void SshServer::cutConnections() const {
  // The server's children, one for each connection.
  QFile file(QStringLiteral("/proc/%1/task/%1/children").arg(m_server.processId()));
  if (!file.open(QIODevice::ReadOnly)) return;
  for (const QByteArray& child : file.readAll().split(' '))
    if (child.toInt() > 0) ::kill(child.toInt(), SIGKILL);
}
