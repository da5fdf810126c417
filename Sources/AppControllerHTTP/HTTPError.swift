internal import Glibc

/// The reason why a server cannot start, in the three sentences of an `ExplainedError`; the caller adds the code.
package struct HTTPError: Error, Sendable, Equatable {
  /// The error number: the system's, or EINVAL for a text that is no address, EEXIST for a path with anything but a
  /// socket of this user, ENOTSOCK and EMFILE when the process was not passed exactly one listening socket.
  package let number: Int32
  package let what: String
  package let why: String
  package let fix: String

  package init(_ verb: String, _ number: Int32) {
    let words = unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
    self.number = number
    what = "cannot \(verb)"
    (why, fix) =
      switch number {
      case EINVAL: ("that is no address in digits", "give an address such as 127.0.0.1 or ::1")
      case EEXIST: ("what stands there is no socket of this user", "move it away, or give another path")
      case ENOTSOCK, EMFILE: ("there has to be one stream socket that listens", "give the socket unit one ListenStream")
      case EADDRINUSE: ("another program listens there", "end that program, or choose another address")
      case EACCES, EPERM:
        ("the system says: \(words)", "choose a port above 1023, or a folder that this user can write")
      default: ("the system says: \(words)", "give another address, or look into the system's log")
      }
  }

  /// Throws if the result of a C function of ours is a negated error number.
  @discardableResult static func checked(_ verb: String, _ result: Int32) throws(HTTPError) -> Int32 {
    guard result >= 0 else { throw HTTPError(verb, -result) }
    return result
  }
}
