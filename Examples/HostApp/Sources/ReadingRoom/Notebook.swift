import Foundation

/// The notes of readers: drafts until they are saved, then lines of a file.
package final class Notebook {
  private struct Note {
    let reader, book, text: String
  }

  private let file: URL
  /// The saved notes; `nil` as long as the file has not been read.
  private var saved: [Note]?
  private var drafts: [Note] = []

  /// - Parameter folder: The folder of the file, which is made when notes are saved.
  package init(folder: String) { file = URL(filePath: folder).appending(path: "notes.txt") }

  package var savedCount: Int { (saved ?? []).count }

  /// Reads the file, once.
  ///
  /// The first installation calls no handler, so any code that needs the notes opens the notebook too.
  package func open() throws {
    if saved != nil { return }
    guard FileManager.default.fileExists(atPath: file.path) else { return saved = [] }
    do {
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      saved = lines.map { $0.split(separator: "\t", maxSplits: 2).map(String.init) }.filter { $0.count == 3 }
        .map { Note(reader: $0[0], book: $0[1], text: $0[2]) }
    } catch {
      throw ReadingRoomError.notesUnreadable(file.path, error)
    }
  }

  package func notes(of reader: String, in book: Book) throws -> [String] {
    try open()
    return ((saved ?? []) + drafts).filter { $0.reader == reader && $0.book == book.id }.map(\.text)
  }

  package func write(_ text: String, in book: Book, by reader: String) {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    drafts.append(Note(reader: reader, book: book.id, text: line))
  }

  /// Appends the drafts to the file; on an error they stay drafts.
  ///
  /// - Returns: The number of drafts.
  @discardableResult
  package func saveDrafts() throws -> Int {
    if drafts.isEmpty { return 0 }
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      if !FileManager.default.fileExists(atPath: file.path) { try Data().write(to: file) }
      let handle = try FileHandle(forWritingTo: file)
      defer { try? handle.close() }
      try handle.seekToEnd()
      let lines = drafts.map { "\($0.reader)\t\($0.book)\t\($0.text)\n" }
      try handle.write(contentsOf: Data(lines.joined().utf8))
    } catch {
      throw ReadingRoomError.notesUnsaved(file.path, error)
    }
    defer { drafts = [] }
    saved?.append(contentsOf: drafts)
    return drafts.count
  }

  package func forget() {
    saved = nil
    drafts = []
  }
}
