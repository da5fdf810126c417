import Foundation
import TestSupport
import Testing

/// A deadly action of a provider, and the function that does it: a row for each pair.
struct Deed: Sendable, CustomTestStringConvertible {
  /// A function of deadly.c.
  enum Function: String, Sendable, CaseIterable {
    case constructor, query, create, initial, configuration, describe, perform, cancel, notify, ended, tick, destroy
  }

  /// The action.
  enum Act: String, Sendable, CaseIterable {
    case trap, fault, abort, killed, exit, close, hang, spin, late, write, log, fork, wake

    /// The code of the only error that it causes, and a text of that error; nil when it causes none.
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

    /// Whether it ends only when the process is killed.
    var isEndless: Bool { self == .hang || self == .spin }
  }

  let function: Function
  let act: Act

  static let all = Function.allCases.flatMap { function in Act.allCases.map { Deed(function: function, act: $0) } }

  var testDescription: String { "\(act) in \(function)" }

  /// Whether it prevents the library from being loaded.
  var preventsLoading: Bool { act.error != nil && [.constructor, .query, .create].contains(function) }

  /// Returns the library that does it: a copy whose name says what, because the library reads its own name.
  func library(in folder: TestFolder) throws -> String {
    let path = folder.path(of: "deadly.\(function).\(act).so")
    try FileManager.default.copyItem(atPath: FixtureLibrary.build("Tests/Fixtures/deadly.c"), toPath: path)
    return path
  }
}
