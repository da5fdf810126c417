public import AppControllerKit
internal import Glibc

/// A window that has a terminal to itself: it draws what a controller shows, and does what is typed.
///
/// ```swift
/// guard let terminal = TerminalWindow() else { /* no terminal: use LineWindow */ }
/// let ending = try await terminal.run(controller)
/// ```
///
/// However the app ends, the terminal is as it was: also by a signal, by a crash, and by `kill -9`.
@MainActor
public final class TerminalWindow {
  /// How the app came to its end.
  public enum Ending: Sendable, Hashable {
    /// The user left, or the controller ended.
    case left
    /// A signal asked for it; the process is expected to end by the same one.
    case signal(Int32)
    /// The terminal is gone.
    case gone
  }

  /// The window that the controller is installed in.
  public let window: InterfaceWindow
  private let device: TerminalDevice
  private let clock: any Clock<Duration>
  private let colors: TerminalColors
  private let renderer: any TerminalScreenRenderer
  private weak var session: TerminalSession?

  /// Prepares a terminal, or gives `nil` when input or output is none, or the terminal can do nothing but write lines.
  ///
  /// Nothing is changed before ``run(_:)``.
  ///
  /// - Parameters:
  ///   - traits: How much may move, and which colours there are; size and idiom are the terminal's.
  ///   - environment: What says which colours the terminal has: `TERM`, `COLORTERM`, `NO_COLOR`.
  ///   - renderer: Draws the screens.
  ///   - clock: What transitions are drawn by; the same as the controller's.
  ///   - input: The file that keys come from; standard input unless given.
  ///   - output: The file that is drawn to; standard output unless given.
  ///   - patience: How long the app may take to end when a signal asks for it; then the signal ends the process, because a
  ///     function of a provider does not come back.
  public init?(
    traits: TraitCollection = .init(), environment: [String: String],
    renderer: any TerminalScreenRenderer = TerminalRenderer(), clock: any Clock<Duration> = ContinuousClock(),
    input: Int32 = 0, output: Int32 = 1, patience: Duration = .seconds(1)
  ) {
    let name = environment["TERM"] ?? "dumb"
    guard name != "dumb", !name.isEmpty,
      let device = TerminalDevice(input: input, output: output, patience: patience)
    else { return nil }
    self.device = device
    self.clock = clock
    self.renderer = renderer
    colors = TerminalColors(environment: environment)
    var traits = traits
    traits.idiom = .terminal
    (traits.columns, traits.rows) = device.size
    window = InterfaceWindow(traits: traits)
  }

  /// Says something below the screen that no interface says, until the next key; while nothing runs, it says nothing.
  public func say(_ text: String) { session?.say(text) }

  /// Installs a controller, and shows it until the user leaves.
  ///
  /// - Returns: How it ended.
  /// - Throws: `AppControllerError` when the first interface cannot be installed.
  public func run(_ controller: AppController) async throws(AppControllerError) -> Ending {
    guard device.acquire() else { return .gone }
    defer { device.release() }
    let canvas = TerminalCanvas(device, colors: colors, traits: window.traits, clock: clock)
    let session = TerminalSession(
      controller, window: window, device: device, canvas: canvas, renderer: renderer, clock: clock)
    self.session = session
    return try await session.run()
  }
}

/// The settings of a terminal: those that were there before, and those that a full screen needs.
struct TerminalSettings: Sendable {
  let former: termios
  let own: termios

  /// Reads the settings; `nil` of what is no terminal.
  init?(of file: Int32) {
    var former = termios()
    guard unsafe tcgetattr(file, &former) == 0 else { return nil }
    self.former = former
    var own = former
    // Keys come one by one and unseen. Control-C, Control-Z and Control-\ stay signals, which come through even when the
    // app is busy; Control-S stops nothing.
    own.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | IEXTEN)
    own.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | IGNCR | ISTRIP | INPCK | BRKINT | PARMRK)
    own.c_cflag |= tcflag_t(CS8)
    unsafe withUnsafeMutableBytes(of: &own.c_cc) { characters in
      unsafe characters[Int(VMIN)] = 1
      unsafe characters[Int(VTIME)] = 0
    }
    self.own = own
  }

  /// Puts settings in force; what was typed before is gone.
  ///
  /// What was written is not waited for: a terminal that takes nothing would hold the process.
  static func apply(_ settings: termios, to file: Int32) {
    var settings = settings
    while unsafe tcsetattr(file, TCSANOW, &settings) != 0, errno == EINTR {}
    tcflush(file, TCIFLUSH)
  }

  /// How large a terminal is; 80 times 24 where it does not say.
  static func size(of file: Int32) -> (columns: UInt32, rows: UInt32) {
    var size = winsize()
    guard unsafe ioctl(file, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
    return (UInt32(size.ws_col), UInt32(size.ws_row))
  }
}
