import AppControllerKit
import AppControllerTerminal
import AppControllerWeb
import Dispatch
import Glibc
import ProviderPlugins

@MainActor
struct ServeCommand: WorkspaceCommand {
  nonisolated static let help = CommandHelp(
    "Show the app in a browser.",
    "Prints the address of a page that follows the app, and answers until it is ended. Each visitor has an app and a "
      + "session of their own, which a restart keeps. The page works without a script, and without reloading with one.",
    "It listens on this machine alone, at 127.0.0.1:8080 unless --listen or --socket says otherwise, or at the socket "
      + "that systemd hands over. For visitors from elsewhere put a proxy with TLS in front of it, and name the URL of the "
      + "page there with --behind-proxy.",
    "A provider runs in a process of its own for each visitor, unless --not-isolated: the crash of one is an error for "
      + "that visitor and nothing for the others.",
    "With --single there is one app, with the session of the other commands, for whoever opens the printed link first: "
      + "for the page of an appliance.",
    examples: [
      "Try a provider in a browser": "appctl serve --provider com.example.kitty",
      "Offer it to others by a proxy":
        "appctl serve --socket /run/kitty/page --behind-proxy https://kitty.example/",
      "Show the page of an appliance": "appctl serve --single --listen 127.0.0.1:0",
    ])

  @Option(value: "ADDRESS", "Listen at this address and port, in digits; port 0 is one that is free.")
  private var listen: String?
  @Option(value: "PATH", as: .path, "Listen at a socket in the file system, which this user alone can use.")
  private var socket: String?
  @Option(value: "URL", "The page is reached by a proxy, at this URL.") private var behindProxy: String?
  @Flag("Show one app to whoever opens the printed link first.") private var single: Bool
  @Option(value: "NUMBER", "Have at most this many visitors at a time; 64 unless given.") private var visitors: UInt64?
  @Option(value: "SECONDS", "End an app that nobody has looked at for so long; 600 unless given.")
  private var idle: Duration?
  nonisolated var declared: DeclaredParameters {
    [
      "--listen": _listen, "--socket": _socket, "--behind-proxy": _behindProxy, "--single": _single,
      "--visitors": _visitors, "--idle": _idle,
    ]
  }
  let common = ProviderOptions(formats: [], beginsSession: true)

  func run(in workspace: Workspace) async throws {
    Self.allowManyOpenFiles()
    let (provider, first) = try await workspace.open(
      isApp: true, isolated: true, for: single ? .account : .visitor)
    let address = try address
    var options = WebWindow.Options()
    options.isShared = single
    options.visitors = Int(clamping: visitors ?? 64)
    options.idle = idle ?? .seconds(600)
    options.app = Self.name(of: provider.source)
    let window = try WebWindow(
      at: address, sessions: workspace.stateFolder.visitors(of: provider.id), options: options)
    window.reportHandler = { [console = workspace.console] in console.warning($0) }
    var signals: [any DispatchSourceSignal] = []
    for number in [SIGTERM, SIGINT, SIGHUP] { signals.append(await Self.source(of: number, window)) }
    defer { for source in signals { source.cancel() } }
    workspace.console.result("\(window.link ?? window.url)\n")
    try workspace.console.requireWritten()
    // The first controller only showed that one can be opened. With `--single`, all visitors share it; otherwise each
    // visitor gets a new one.
    if !single { await workspace.close() }
    let spares = SpareProcesses()
    await window.run { [workspace, single] store in
      single ? first : try await workspace.openForVisitor(over: store, spares)
    }
    await spares.finish()
  }

  private var address: WebAddress {
    get throws {
      let proxy = try behindProxy.map { url throws(WebError) in try WebProxy(url) }
      if listen != nil, socket != nil {
        throw CommandError.bothGiven("--listen", "--socket", why: "the page is at one address")
      }
      if let socket { return .socket(socket, behind: proxy) }
      if let listen { return try WebAddress(listen, behind: proxy) }
      return unsafe getenv("LISTEN_FDS") != nil ? .inherited(behind: proxy) : .loopback(8080, behind: proxy)
    }
  }

  /// Seven for a visitor whose provider has a process of its own; the usual limit is for programs that call `select`.
  private static func allowManyOpenFiles() {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  /// What is served, for visitors who come back: another file that claims the id is another app.
  private static func name(of source: ProviderSource) -> String {
    switch source {
    case .library(let path), .storyboard(let path, _, _): path
    case .installed(let id): id
    }
  }

  /// Until the source is registered, the signal ends the process; a signal that is ignored meanwhile would be lost.
  private static func source(of number: Int32, _ window: WebWindow) async -> any DispatchSourceSignal {
    let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
    source.setEventHandler { window.stop() }
    await withCheckedContinuation { registered in
      source.setRegistrationHandler { registered.resume() }
      source.resume()
    }
    return source
  }
}
