internal import AppControllerKit
internal import CSystem
internal import Glibc

/// A kind of local socket behind which a program does more than it looks like.
struct KnownSocket: Sendable {
  /// What who talks to it can do, to follow "who".
  let ability: String
  /// A socket that gives the user's account is never opened for a provider.
  let isRefused: Bool
  /// The paths at which it stands, in which `*` is any part of a name; a variable alone has a path in its value.
  fileprivate let paths: [String]
  /// The names of the programs that listen there, of which the kernel keeps 15 bytes.
  fileprivate let programs: [String]

  private init(_ ability: String, isRefused: Bool, paths: String, programs: String = "") {
    (self.ability, self.isRefused) = (ability, isRefused)
    self.paths = paths.split(whereSeparator: \.isWhitespace).map(String.init)
    self.programs = programs.split(separator: " ").map(String.init)
  }

  private static let account = "can run programs as you"

  private static let table = [
    KnownSocket(
      "can start programs over the bus", isRefused: true,
      paths: """
        $DBUS_SESSION_BUS_ADDRESS $XDG_RUNTIME_DIR/bus $XDG_RUNTIME_DIR/at-spi/* /run/dbus/system_bus_socket /tmp/dbus-*
        $XDG_RUNTIME_DIR/dbus-1/* $XDG_RUNTIME_DIR/.dbus-proxy/*
        """,
      programs: "dbus-daemon dbus-broker dbus-broker-lau xdg-dbus-proxy at-spi-bus-laun"),
    KnownSocket(
      "can have systemd run programs", isRefused: true,
      paths: "/run/systemd/* /run/systemd/*/* $XDG_RUNTIME_DIR/systemd/* $XDG_RUNTIME_DIR/systemd/*/*"),
    KnownSocket(
      account, isRefused: true,
      paths: """
        $DOCKER_HOST $CONTAINER_HOST /run/docker.sock $XDG_RUNTIME_DIR/docker.sock ~/.docker/*/*.sock
        /run/podman/podman.sock $XDG_RUNTIME_DIR/podman/*.sock /run/containerd/containerd.sock
        $XDG_RUNTIME_DIR/containerd/*.sock /run/k3s/containerd/containerd.sock /run/crio/crio.sock
        /var/lib/lxd/unix.socket /var/snap/lxd/common/lxd/unix.socket /var/lib/incus/unix.socket /run/snapd*.socket
        /run/libvirt/*-sock $XDG_RUNTIME_DIR/libvirt/*-sock
        """,
      programs: "dockerd docker podman containerd containerd-shim crio lxd incusd libvirtd virtqemud snapd"),
    KnownSocket(
      account, isRefused: true,
      paths: """
        $TMUX /tmp/tmux-*/* /run/screen/S-*/* ~/.screen/* $KITTY_LISTEN_ON $XDG_RUNTIME_DIR/kitty* /tmp/kitty*
        $XDG_RUNTIME_DIR/wezterm/* $XDG_RUNTIME_DIR/emacs/* ~/.emacs.d/server/* $NVIM $XDG_RUNTIME_DIR/nvim*
        $VSCODE_IPC_HOOK_CLI $XDG_RUNTIME_DIR/vscode-*
        """,
      programs: "screen SCREEN kitty wezterm-gui wezterm-mux-ser emacs nvim code"),
    KnownSocket(
      "can type into your windows", isRefused: true,
      paths:
        "/tmp/.X11-unix/* $SWAYSOCK $XDG_RUNTIME_DIR/sway-ipc* $I3SOCK $XDG_RUNTIME_DIR/i3/* $XDG_RUNTIME_DIR/hypr/*/*",
      programs: "Xorg X Xwayland Xvfb Xtigervnc sway i3 Hyprland"),
    KnownSocket(
      "can sign in, sign and decrypt with your keys", isRefused: false,
      paths: """
        $SSH_AUTH_SOCK /tmp/ssh-*/* ~/.gnupg/S.* $XDG_RUNTIME_DIR/gnupg/* $XDG_RUNTIME_DIR/keyring/*
        $XDG_RUNTIME_DIR/ssh-agent*
        """,
      programs: "ssh-agent gpg-agent gnome-keyring-d gcr-ssh-agent"),
    KnownSocket(
      "can show windows of its own, and read what you copy", isRefused: false, paths: "$XDG_RUNTIME_DIR/wayland-*"),
    KnownSocket(
      "can play, and hear your microphone", isRefused: false,
      paths: "$PULSE_SERVER $XDG_RUNTIME_DIR/pulse/* $XDG_RUNTIME_DIR/pipewire-*",
      programs: "pulseaudio pipewire pipewire-pulse"),
  ]

  /// Another name of the socket's file is found, too; `nil` when the kind is not known.
  static func kind(
    of place: Int32, _ path: String, variable: (String) -> String?, home: String?
  ) -> KnownSocket? {
    let identity = PlaceIdentity(of: place)
    return table.first { kind in
      kind.paths.contains { pattern in
        expanded(pattern, variable, home).contains { known in
          known == path || identity != nil && PlaceIdentity(at: known) == identity
        }
      }
    } ?? (isBus(path) ? table[0] : nil)
  }

  /// By the name that the kernel shows of it.
  static func program(atOtherEndOf socket: Int32) -> String? {
    let process = socket_peer(socket)
    let name = process > 0 ? LibrarySearch.readAll("/proc/\(process)/comm", atMost: 64 << 10) : nil
    return name.map { String(decoding: $0.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self) }
  }

  /// By the name that the kernel shows of it.
  static func kind(ofProgram program: String) -> KnownSocket? {
    table.first { $0.programs.contains(program) || program.hasPrefix("tmux") && $0.programs.contains("screen") }
  }

  private static func expanded(_ pattern: String, _ variable: (String) -> String?, _ home: String?) -> [String] {
    var path = pattern
    if pattern.hasPrefix("~") {
      guard let home else { return [] }
      path = home + pattern.dropFirst()
    } else if pattern.hasPrefix("$") {
      let name = pattern.dropFirst().prefix { $0 != "/" }
      // The value may be an address that has a path in it: "unix:path=/run/user/1000/bus,guid=…".
      guard let value = variable(String(name)), let slash = value.firstIndex(of: "/") else { return [] }
      path = String(value[slash...].prefix { !",;".contains($0) }) + pattern.dropFirst(1 + name.count)
    }
    return ProtectedPlaces.entries("/", path.split(separator: "/").map(String.init)[...])
  }

  static func isBus(_ path: String) -> Bool {
    path.split(separator: "/").contains { part in
      part.hasPrefix("dbus") || part == "systemd" || part == "at-spi" || part == "bus" || part.hasPrefix("bus_")
    }
  }
}
