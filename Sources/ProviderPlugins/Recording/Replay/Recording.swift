internal import AppControllerKit

/// A recording of a ``ProviderRecorder``, read and checked.
public struct Recording: Sendable {
  static let version: Int64 = 3
  /// The maximum size of a file, in bytes.
  private static let sizeLimit = 256 << 20

  let name: String
  let lines: [RecordedLine]
  /// The start time, in microseconds since 1970-01-01T00:00:00Z.
  let startedAt: Int64

  /// Whether the recording is complete; if not, its process ended first.
  public var isFinished: Bool { lines.last?.kind == .finished }

  /// The number of lines.
  public var lineCount: Int { lines.count }

  /// Reads a recording.
  ///
  /// An incomplete last line is left out.
  ///
  /// - Parameter path: A file that a recorder has written.
  /// - Throws: ``PluginError`` with the code `ACK2301` when the file cannot be read, or with `ACK2302` and the line
  ///   when it is no recording.
  public init(contentsOfFile path: String) throws(PluginError) {
    let bytes: [UInt8]
    do throws(AppControllerError) {
      bytes = try FileSystem.content(of: path, atMost: Self.sizeLimit)
    } catch {
      throw PluginError(
        .unreadableRecording, what: "cannot read the recording \(path.displayable)", why: error.why,
        fix: "name the file that --trace has written")
    }
    try self.init(bytes, name: path.displayable)
  }

  /// Reads a recording from its text.
  ///
  /// - Throws: ``PluginError`` with the code `ACK2302` and the line when it is no recording.
  public init(_ bytes: [UInt8]) throws(PluginError) { try self.init(bytes, name: "the recording") }

  init(_ bytes: [UInt8], name: String) throws(PluginError) {
    self.name = name
    var lines: [RecordedLine] = []
    var start = bytes.startIndex
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      do throws(CodingFault) {
        lines.append(try RecordedLine(Array(bytes[start..<end])))
      } catch {
        throw .badRecording("\(name):\(lines.count + 1): \(error)")
      }
      start = end + 1
    }
    guard let first = lines.first, first.kind == .recording else {
      throw .badRecording("\(name) does not begin with the line of a recording")
    }
    do throws(CodingFault) {
      let version: Int64 = try first.member("version", .integer())
      startedAt = try first.member("startedAt", .integer())
      guard version == Self.version else {
        throw CodingFault("is of version \(version), and this host reads version \(Self.version)")
      }
    } catch {
      throw .badRecording("\(name):1: \(error)")
    }
    for number in lines.indices.dropFirst() where lines[number].time < lines[number - 1].time {
      throw .badRecording("\(name):\(number + 1): the time goes back from \(lines[number - 1].time)")
    }
    self.lines = lines
  }
}

extension Recording {
  func first(_ kind: RecordedLine.Kind) -> RecordedLine? { lines.first { $0.kind == kind } }

  func moment(of line: RecordedLine) -> Timestamp { .moment(line.time, since: startedAt) }
}

extension PluginError {
  static func badRecording(_ what: String) -> PluginError {
    PluginError(
      .badRecording, what: what.displayable,
      why: "a recording is JSON lines as --trace writes them, and each has to be whole to be done again",
      fix: "record again, or replay it with the version that has written it"
    )
  }
}
