import AppControllerKit
import CSystem
import Foundation
import TestSupport
import Testing

@testable import ProviderPlugins

/// A local socket that a test listens on.
private struct ListeningSocket: ~Copyable {
  let path: String
  private let file: Int32

  init(at path: String) throws {
    self.path = path
    file = unsafe socket_listen_file(path)
    guard file >= 0 else { throw POSIXError(.init(rawValue: -file) ?? .EIO) }
  }

  deinit {
    close(file)
    unsafe unlink(path)
  }

  /// Returns what the next client has sent; nil when there is no client.
  func received() -> String? {
    let client = socket_accept(file, 0)
    guard client >= 0 else { return nil }
    defer { close(client) }
    _ = fcntl(client, F_SETFL, 0)
    var bytes = [UInt8](repeating: 0, count: 8)
    let count = unsafe recv(client, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}

@Suite struct `The services of a host` {
  @Test func `open a declared socket by its name, and no other file`() throws {
    let folder = try TestFolder()
    let root = try LibraryFile.resolve(folder.path)
    // Longer than an address can be.
    let deep = "\(root)/\(String(repeating: "d", count: 120))"
    try FileManager.default.createDirectory(atPath: deep, withIntermediateDirectories: true)
    let socket = try ListeningSocket(at: "\(root)/own")
    try FileManager.default.moveItem(atPath: socket.path, toPath: "\(deep)/own")
    try FileManager.default.createSymbolicLink(atPath: "\(root)/link", withDestinationPath: "\(deep)/own")
    try folder.write("".utf8, to: "file")
    let services = LocalServices(
      sockets: [
        "own": "\(deep)/own", "link": "\(root)/link", "file": "\(root)/file", "none": "\(root)/none", "unset": "",
        "kernel": "/proc/self/status", "app": "\(root)/app/own",
      ], privateFolders: ["\(root)/app"])
    for name in ["own", "link"] {
      let file = services.open(socket: name)
      try #require(file >= 0, "\(name): \(file)")
      #expect(fcntl(file, F_GETFL) & O_NONBLOCK == 0 && fcntl(file, F_GETFD) == FD_CLOEXEC)
      #expect(unsafe send(file, name, name.utf8.count, 0) == name.utf8.count)
      let program = try String(contentsOfFile: "/proc/self/comm", encoding: .utf8)
      #expect(KnownSocket.program(atOtherEndOf: file).map { $0 + "\n" } == program)
      close(file)
      #expect(socket.received() == name)
    }
    for (name, number) in [
      ("file", ENOTSOCK), ("none", ENOENT), ("unset", ENOENT), ("kernel", EACCES), ("undeclared", EACCES), ("", EACCES),
    ] {
      #expect(services.open(socket: name) == -number, "\(name)")
    }
    try FileManager.default.createDirectory(atPath: "\(root)/app", withIntermediateDirectories: true)
    try FileManager.default.moveItem(atPath: "\(deep)/own", toPath: "\(root)/app/own")
    #expect(services.open(socket: "app") == -EACCES, "the app keeps its own files there")
  }

  @Test(arguments: [
    ("/run/user/1000/bus", true), ("/run/dbus/system_bus_socket", true), ("/run/systemd/private", true),
    ("/run/user/1000/systemd/notify", true), ("/run/user/1000/at-spi/bus_0", true), ("/tmp/dbus-Xy7", true),
    ("/run/greetd-7.sock", false), ("/run/user/1000/wayland-0", false),
  ])
  func `open no bus, over which programs are started`(_ path: String, _ isBus: Bool) {
    #expect(KnownSocket.isBus(path) == isBus)
  }

  /// What a socket is, by its path or by another name of it.
  @Test func `know what is behind a socket, whichever name it has`() throws {
    let folder = try TestFolder()
    let root = try LibraryFile.resolve(folder.path)
    let variables = [
      "XDG_RUNTIME_DIR": root, "TMUX": "\(root)/t,1,0", "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(root)/b,guid=1",
    ]
    for (name, isRefused) in [
      ("bus", true), ("b", true), ("t", true), ("docker.sock", true), ("podman/podman.sock", true),
      ("systemd/private", true),
      ("emacs/server", true), ("kitty-1", true), ("vscode-ipc-7", true), ("sway-ipc.1.sock", true),
      ("home/.screen/1", true),
      ("gnupg/S.gpg-agent", false), ("keyring/ssh", false), ("wayland-0", false), ("pipewire-0", false), ("own", nil),
    ] as [(String, Bool?)] {
      let path = "\(root)/\(name)"
      let parent = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
      try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
      let socket = try ListeningSocket(at: path)
      try FileManager.default.linkItem(atPath: path, toPath: "\(root)/other")
      defer { unsafe unlink("\(root)/other") }
      for given in [path, "\(root)/other"] {
        let place = unsafe open(given, PlaceIdentity.only)
        defer { close(place) }
        let kind = KnownSocket.kind(of: place, given, variable: { variables[$0] }, home: "\(root)/home")
        #expect(kind?.isRefused == isRefused, "\(given) of \(name)")
      }
      _ = socket
    }
    for program in ["dbus-daemon", "xdg-dbus-proxy", "dockerd", "tmux: server", "Xwayland", "nvim"] {
      #expect(KnownSocket.kind(ofProgram: program)?.isRefused == true, "\(program)")
    }
    #expect(
      KnownSocket.kind(ofProgram: "gpg-agent")?.isRefused == false && KnownSocket.kind(ofProgram: "greetd") == nil)
  }

  @Test func `open no socket of a program that has nothing but another path`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TestFolder()
      let socket = try ListeningSocket(at: folder.path(of: "own"))
      let services = LocalServices(sockets: ["own": socket.path])
      let file = services.open(socket: "own")
      precondition(file >= 0)
      // What the kernel shows of this process is its name.
      try Data("dbus-daemon".utf8).write(to: URL(fileURLWithPath: "/proc/self/comm"))
      let other = services.open(socket: "own")
      precondition(other == -EACCES)
    }
  }

  @Test func `tell the addresses of a machine when the network is granted`() {
    #expect(LocalServices(resolvesNames: true).addresses(of: "127.0.0.1") == .success("127.0.0.1"))
    for (machine, services, number) in [
      ("127.0.0.1", LocalServices(), EACCES), ("", LocalServices(resolvesNames: true), EINVAL),
      ("a\0b", LocalServices(resolvesNames: true), EINVAL), ("..", LocalServices(resolvesNames: true), ENOENT),
    ] {
      #expect(services.addresses(of: machine) == .failure(SystemError(number: number)), "\(machine)")
    }
  }
}

@Suite struct `The broker of a provider's process` {
  private struct Services: HostServices {
    let file: Int32

    func open(socket name: String) -> Int32 { name == "own" ? dup(file) : -EACCES }

    func addresses(of machine: String) -> Result<String, SystemError> {
      machine == "a" ? .success("192.0.2.1,2001:db8::1") : .failure(SystemError(number: EAGAIN))
    }
  }

  @Test func `passes a socket, addresses and errors on`() throws {
    let folder = try TestFolder()
    try folder.write("hello".utf8, to: "file")
    let file = unsafe open(folder.path(of: "file"), O_RDONLY)
    defer { close(file) }
    let end = try Broker.serve(Services(file: file))
    let client = Broker.Client(socket: end.number)
    let passed = client.open(socket: "own")
    var bytes = [UInt8](repeating: 0, count: 8)
    #expect(unsafe read(passed, &bytes, bytes.count) == 5 && fcntl(passed, F_GETFD) == FD_CLOEXEC)
    close(passed)
    #expect(client.open(socket: "other") == -EACCES)
    #expect(client.addresses(of: "a") == .success("192.0.2.1,2001:db8::1"))
    #expect(client.addresses(of: "b") == .failure(SystemError(number: EAGAIN)))
    #expect(client.open(socket: String(repeating: "n", count: 255)) == -EACCES)
    #expect(client.open(socket: String(repeating: "n", count: 256)) == -ENAMETOOLONG)
  }

  @Test(arguments: [[], [0], [3, 97], [1, 255], [1] + [UInt8](repeating: 97, count: 256)] as [[UInt8]])
  func `ends at a request that breaks a rule`(_ request: [UInt8]) throws {
    let end = try Broker.serve(Services(file: -1))
    // A file that comes with a request is not taken, as the end of its pipe shows.
    var pipes: [Int32] = [-1, -1]
    try #require(unsafe pipe(&pipes) == 0)
    #expect(unsafe socket_send_file(end.number, request, request.count, pipes[1]) == 0)
    close(pipes[1])
    var byte: UInt8 = 0
    #expect(unsafe read(pipes[0], &byte, 1) == 0)
    close(pipes[0])
    #expect([-EPIPE, -ECONNRESET].contains(Broker.Client(socket: end.number).open(socket: "own")))
  }
}

@MainActor
@Suite(.timeLimit(.minutes(30))) struct `A provider that uses the services of its host` {
  private static func label(
    _ loader: ProviderLoader, _ socket: String, declaring list: Int = 0
  ) async throws -> String? {
    let path = try FixtureLibrary.build(
      "Tests/Fixtures/brokered.c", defining: "DECLARES=\(list)", options: ["-DSOCKET=\"\(socket)\""])
    return try await loader.load(path).loggedOutInterface(for: .test(.loggedOut)).root.label
  }

  @Test func `gets them in either process, as far as it has the permissions`() async throws {
    let socket = try ListeningSocket(at: "/tmp/appcontroller-brokered-\(getpid())")
    var granted = try LoadingMode.apart.loader()
    granted.permissions = ["com.example.brokered": [.socket("own")]]
    let opened = "own: 0; other: \(-EACCES); "
    let none = "addresses: \(-EACCES) ; too small: \(-EACCES); unknown: none"
    #expect(try await Self.label(granted, socket.path) == opened + none)
    #expect(socket.received() == "x")
    let all = "addresses: 9 127.0.0.1; too small: \(-ERANGE); unknown: none"
    #expect(try await Self.label(LoadingMode.here.loader(), socket.path) == opened + all)
    #expect(socket.received() == "x")
    granted.agreedPermissions = ["com.example.brokered": ["network: TCP to the port 443"]]
    #expect(try await Self.label(granted, socket.path, declaring: 1) == opened + all)
    #expect(socket.received() == "x" && socket.received() == nil)
  }
}
