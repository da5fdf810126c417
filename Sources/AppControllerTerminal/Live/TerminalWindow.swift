public import AppControllerKit
internal import Glibc

/// A full-screen terminal window, which draws the controller's screens and handles the keys.
///
/// ```swift
/// guard let terminal = TerminalWindow() else { /* no terminal: use LineWindow */ }
/// let ending = try await terminal.run(controller)
/// ```
///
/// The terminal is restored whenever the app ends, even after a signal, a crash or `kill -9`.
@MainActor
public final class TerminalWindow {
  /// The way in which the app ended.
  public enum Ending: Sendable, Hashable {
    /// The user left, or the controller ended.
    case left
    /// A signal asked for the end; the process is expected to end by the same signal.
    case signal(Int32)
    /// The terminal is gone.
    case gone
  }

  /// The window that the controller is installed in.
  public let window: InterfaceWindow
  private let device: TerminalDevice
  private let clock: any Clock<Duration>
  private let environment: [String: String]
  private let renderer: any TerminalScreenRenderer
  private weak var session: TerminalSession?
  /// The last 32 errors that were shown, in order and each once, for a program that prints them after the screen is
  /// gone.
  public private(set) var errors: [AppControllerError] = []
  /// Opens an address that the user has pressed, for example on the desktop; returns whether a program was asked to.
  ///
  /// The window shows the address without a handler, and when the handler returns false.
  public var openHandler: (@MainActor (String) -> Bool)? {
    didSet {
      let others = window.traits.abilities.subtracting(.opensLinks)
      window.traits.abilities = openHandler == nil ? others : others.union(.opensLinks)
    }
  }
  /// Whether the terminal ignores unknown string sequences, which mark links and fill the clipboard.
  private let hasStrings: Bool

  /// Prepares a terminal, or returns `nil` when input or output is not a terminal, or the terminal can only write
  /// lines.
  ///
  /// Nothing changes before ``run(_:)``.
  ///
  /// - Parameters:
  ///   - traits: The motion, the languages and the time zone, and whether the terminal is light or dark; if that is not
  ///     specified, the terminal is asked. The size and the idiom are the terminal's.
  ///   - environment: The variables that tell the terminal's colours, `TERM`, `COLORTERM`, `COLORFGBG`, `TERM_PROGRAM`
  ///     and `NO_COLOR`, and those of `UserLocale`, which hold where the traits say nothing.
  ///   - renderer: Draws the screens.
  ///   - clock: The clock of the transitions; the same as the controller's.
  ///   - input: The file descriptor that keys are read from; standard input unless given.
  ///   - output: The file descriptor that is drawn to; standard output unless given.
  ///   - mouse: Whether the app receives clicks and the wheel at first; F2 changes that.
  ///   - patience: The time that the app has to end when a signal asks for it. After this time, the signal ends the
  ///     process, because a function of a provider may never return.
  public init?(
    traits: TraitCollection = .init(), environment: [String: String],
    renderer: any TerminalScreenRenderer = TerminalRenderer(assets: PNGDecoder.decoder),
    clock: any Clock<Duration> = ContinuousClock(),
    input: Int32 = 0, output: Int32 = 1, mouse: Bool = true, patience: Duration = .seconds(1)
  ) {
    let name = environment["TERM"] ?? "dumb"
    let colors = TerminalColors(environment: environment)
    let hasPictures = (colors == .indexed || colors == .trueColor) && traits.color != .monochrome
    guard name != "dumb", !name.isEmpty,
      let device = TerminalDevice(
        input: input, output: output, hasMouse: mouse,
        mayHavePictures: hasPictures && TerminalSequences.mayAskForPictures(environment: environment),
        patience: patience)
    else { return nil }
    self.device = device
    self.clock = clock
    self.environment = environment
    // The Linux console has no clipboard and no links, and old versions print unknown sequences.
    hasStrings = name != "linux"
    var traits = traits
    traits.abilities.formUnion(hasStrings ? [.hidesSecrets, .updates, .copies] : [.hidesSecrets, .updates])
    if var own = renderer as? TerminalRenderer {
      // A QR code needs colours: it has to be black on white.
      if colors == .none { own.showsQRCodes = false }
      if !hasPictures { own.assets = nil }
      if own.showsQRCodes { traits.abilities.insert(.showsQRCodes) }
      if own.assets != nil { traits.abilities.insert(.showsPictures) }
      self.renderer = own
    } else {
      self.renderer = renderer
    }
    traits.fill(from: UserLocale(environment: environment, localTime: UserLocale.systemZone))
    traits.idiom = .terminal
    (traits.columns, traits.rows) = device.size
    window = InterfaceWindow(traits: traits)
  }

  /// Shows a message below the screen until the next key; does nothing while no controller runs.
  public func say(_ text: String) { session?.say(text) }

  /// Installs a controller, and shows it until the user leaves.
  ///
  /// - Returns: The way in which it ended.
  /// - Throws: `AppControllerError` when the first interface cannot be installed.
  public func run(_ controller: AppController) async throws(AppControllerError) -> Ending {
    guard device.acquire() else { return .gone }
    defer { device.release() }
    let output = ScreenOutput(
      device, environment: environment, marksLinks: hasStrings, traits: window.traits, clock: clock)
    let session = TerminalSession(
      controller, window: window, device: device, output: output, renderer: renderer, clock: clock,
      hasClipboard: hasStrings)
    session.openHandler = { [weak self] in self?.openHandler?($0) ?? false }
    self.session = session
    defer { errors = session.errors }
    return try await session.run()
  }
}

/// The settings of a terminal: the original ones, and those for a full screen.
package struct TerminalSettings: Sendable {
  let former: termios
  let own: termios

  /// Fails when the file is not a terminal.
  init?(of file: Int32) {
    var former = termios()
    guard unsafe tcgetattr(file, &former) == 0 else { return nil }
    self.former = former
    var own = former
    // Keys come one by one and without echo. Control-C, Control-Z and Control-\ stay signals, which arrive even when
    // the app is busy; Control-S does not stop the output.
    own.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | IEXTEN)
    own.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | IGNCR | ISTRIP | INPCK | BRKINT | PARMRK)
    own.c_cflag |= tcflag_t(CS8)
    unsafe withUnsafeMutableBytes(of: &own.c_cc) { characters in
      unsafe characters[Int(VMIN)] = 1
      unsafe characters[Int(VTIME)] = 0
    }
    self.own = own
  }

  /// Discards pending input, and keeps what is typed afterwards.
  ///
  /// It does not wait for pending output, because a terminal that accepts nothing would block the process.
  static func apply(_ settings: termios, to file: Int32) {
    var settings = settings
    tcflush(file, TCIFLUSH)
    while unsafe tcsetattr(file, TCSANOW, &settings) != 0, errno == EINTR {}
  }

  /// Returns 80 by 24 when the terminal does not report its size.
  package static func size(of file: Int32) -> (columns: Int, rows: Int) {
    var size = winsize()
    guard unsafe ioctl(file, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }
}
