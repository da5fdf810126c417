internal import Glibc

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
