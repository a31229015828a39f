# SPDX-License-Identifier: GPL-3.0-or-later
# Shared by app/start and tests/run: what must be installed, and how this checkout is configured and built.
# To be sourced by bash. The package lists stand here and nowhere else; "a|b" means whichever of the two this system has.

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$top/build

build_packages=(
  g++ cmake ninja-build ccache pkg-config
  qt6-base-dev "qt6-svg-dev|libqt6svg6-dev" qt6-tools-dev qt6-tools-dev-tools qt6-l10n-tools linguist-qt6 qt6-translations-l10n qt6-wayland
  libqcustomplot-dev libqscintilla2-qt6-dev libcmark-gfm-dev libcmark-gfm-extensions-dev
  python3-dev pybind11-dev nlohmann-json3-dev libopenblas-dev zlib1g-dev
  fonts-dejavu-core fonts-noto-cjk
)
test_packages=(clang-format clang-tidy openssh-server openssh-client)

say() { printf '%s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }

# Prints those of the packages named that are not installed.
missing_packages() {
  local installed entry name found
  installed=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' 2>/dev/null | sed -n 's/^installed //p')
  for entry in "$@"; do
    found=
    for name in ${entry//|/ }; do
      grep -qxF -- "$name" <<<"$installed" && found=1
    done
    [ -n "$found" ] || printf '%s\n' "$entry"
  done
}

# Prints, for each entry, the first name that apt knows.
known_names() {
  local entry name
  for entry in "$@"; do
    for name in ${entry//|/ }; do
      [ -z "$(apt-cache show --no-all-versions "$name" 2>/dev/null)" ] || break
    done
    printf '%s\n' "$name"
  done
}

# Sets `as_root` to what puts a command into root's hands.
become_root() {
  as_root=()
  [ "$(id -u)" -eq 0 ] && return 0
  command -v sudo >/dev/null || fail "Installing needs root, and there is no sudo here. As root, run: apt-get install --no-install-recommends $*"
  say "Installing needs root: sudo may ask for your password."
  as_root=(sudo)
}

# RUNLEVEL=1: a server that comes with a package is not started.
# The tests start an ssh server of their own, on this computer alone; one that comes with the package only for them must not
# run from now on.
quiet_ssh_server() {
  command -v systemctl >/dev/null || return 0
  become_root
  "${as_root[@]}" systemctl disable --now ssh.service ssh.socket >/dev/null 2>&1 || true
}

apt_get() {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get -y -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=300 "$@" </dev/null >&2
}

install_packages() {
  local names
  say "Missing on this computer: $*"
  command -v apt-get >/dev/null ||
    fail "They are installed by apt-get on Debian 12 and Ubuntu 24.04; this system has none. Install them in its own way and start again."
  become_root "$@"
  [ -z "$(dpkg --audit 2>/dev/null)" ] || "${as_root[@]}" dpkg --configure -a >&2 # an earlier set-up was cut off
  apt_get -qq update || say "The package lists could not be brought up to date; going on with those that are here."
  mapfile -t names < <(known_names "$@")
  say "Installing: ${names[*]}"
  apt_get -q install --no-install-recommends "${names[@]}" ||
    fail "The packages could not be installed (see above). On Ubuntu the component \"universe\" must be on. Nothing is lost: start again when it is mended."
}

# ensure_packages NAME PACKAGE...: installs what is missing. What was found complete is remembered under NAME,
# until the list or the system changes.
ensure_packages() {
  local name=$1 stamp key missing
  shift
  stamp=$build/.packages-$name
  key=$({ printf '%s\n' "$@"; cat /etc/os-release /var/lib/dpkg/status 2>/dev/null; } | cksum)
  [ -e "$stamp" ] && [ "$(<"$stamp")" = "$key" ] && return 0
  command -v dpkg-query >/dev/null || { say "No dpkg here: taking for granted that these are installed in some way: $*"; return 0; }
  mapfile -t missing < <(missing_packages "$@")
  if [ ${#missing[@]} -gt 0 ]; then
    install_packages "${missing[@]}"
    mapfile -t missing < <(missing_packages "$@")
    [ ${#missing[@]} -eq 0 ] || fail "Still missing: ${missing[*]}"
  fi
  mkdir -p "$build"
  { printf '%s\n' "$@"; cat /etc/os-release /var/lib/dpkg/status 2>/dev/null; } | cksum >"$stamp"
}

# Compilers at once: one a core, but none for which there is no memory (about 1.5 GB each).
jobs_at_once() {
  local cores memory
  cores=$(nproc)
  memory=$(awk '/MemAvailable/ {print int($2 / 1500000)}' /proc/meminfo)
  [ "$memory" -lt "$cores" ] && cores=$memory
  echo $((cores > 0 ? cores : 1))
}

# A moved or copied checkout, or a configuration that was cut off, is configured anew.
configure() {
  local fresh=()
  if [ -e "$build/build.ninja" ] && grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$top" "$build/CMakeCache.txt" 2>/dev/null; then return 0; fi
  [ -e "$build/CMakeCache.txt" ] && fresh=(--fresh)
  say "Configuring ..."
  (cd "$top" && cmake --preset release "${fresh[@]}" >"$build/configure.log" 2>&1) || { cat "$build/configure.log" >&2; fail "Configuring failed."; }
}

# build_targets TARGET...: with ninja's progress; silent when there is nothing to do.
build_targets() {
  export CCACHE_BASEDIR=$top CCACHE_NOHASHDIR=1 # so that a second checkout finds what the first one compiled
  ninja -C "$build" -n "$@" 2>/dev/null | grep -q 'no work to do' && return 0
  say "Building ..."
  NINJA_STATUS='[%f/%t, %es] ' ninja -C "$build" -j "$(jobs_at_once)" "$@" >&2 || fail "Building failed (see above)."
}

# One set-up at a time; a second one waits.
lock_setup() {
  mkdir -p "$build"
  exec 9>"$build/.lock"
  flock -n 9 || { say "Another set-up is running in this folder; waiting for it ..."; flock 9; }
}
unlock_setup() { exec 9>&-; }
