import AppControllerKit
import Foundation

/// An error of the reading room, with a code, the reason and the remedy; windows and logs show it like the kit's
/// errors.
package struct ReadingRoomError: ExplainedError {
  package enum Code: String, Sendable {
    case unknownBook = "ROOM1"
    case notesUnreadable = "ROOM2"
    case notesUnsaved = "ROOM3"
  }

  package let code: Code
  package let what: String
  package let why: String
  package let fix: String

  static func unknownBook(_ id: String) -> ReadingRoomError {
    ReadingRoomError(
      code: .unknownBook, what: "there is no book \"\(id)\"",
      why: "the shelf has \(Book.all.map(\.id).joined(separator: ", "))", fix: "open one of them")
  }

  static func notesUnreadable(_ path: String, _ error: any Error) -> ReadingRoomError {
    ReadingRoomError(
      code: .notesUnreadable, what: "the notes in \(path) cannot be read", why: error.localizedDescription,
      fix: "make the file readable, or move it away")
  }

  static func notesUnsaved(_ path: String, _ error: any Error) -> ReadingRoomError {
    ReadingRoomError(
      code: .notesUnsaved, what: "the notes cannot be saved in \(path)", why: error.localizedDescription,
      fix: "make room on the disk, or the folder writable, and log out again")
  }
}
