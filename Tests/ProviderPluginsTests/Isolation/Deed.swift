import Glibc
import TestSupport
import Testing

/// What a deadly provider does, and in which function: a row for each pair.
struct Deed: Sendable, CustomTestStringConvertible {
  /// A function of deadly.c.
  enum Function: String, Sendable, CaseIterable {
    case constructor, query, create, initial, configuration, describe, perform, cancel, notify, ended, tick, destroy
  }

  /// What it does there.
  enum Act: String, Sendable, CaseIterable {
    case trap, fault, abort, killed, exit, close, hang, spin, late, write, log, fork, wake

    /// The code of the one error that it costs, and what has to stand in it; nil when it costs none.
    var error: (code: String, text: String)? {
      switch self {
      case .trap: ("ACK2201", "SIGILL")
      case .fault: ("ACK2201", "SIGSEGV")
      case .abort: ("ACK2201", "SIGABRT")
      case .killed: ("ACK2201", "SIGKILL")
      case .exit: ("ACK2202", "status 3")
      case .close: ("ACK2205", "closed its connection")
      case .hang, .spin: ("ACK2203", "did not come back within")
      case .late, .write, .log, .fork, .wake: nil
      }
    }

    /// Whether it is over only when somebody ends it.
    var isEndless: Bool { self == .hang || self == .spin }
  }

  let function: Function
  let act: Act

  static let all = Function.allCases.flatMap { function in Act.allCases.map { Deed(function: function, act: $0) } }

  var testDescription: String { "\(act) in \(function)" }

  /// Whether the library is never loaded, because of this.
  var preventsLoading: Bool { act.error != nil && [.constructor, .query, .create].contains(function) }

  /// The library that does it: one file by many names, because it reads its own.
  func library(in folder: TestFolder) throws -> String {
    let path = folder.path(of: "deadly.\(function).\(act).so")
    guard unsafe link(try FixtureLibrary.build("Tests/Fixtures/deadly.c"), path) == 0 else {
      throw LinkFailure(path: path)
    }
    return path
  }
}

private struct LinkFailure: Error {
  let path: String
}
