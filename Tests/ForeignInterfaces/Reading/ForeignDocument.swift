import AppControllerJSON
import AppControllerKit

/// What a file says: the JSON values in it, each with its place, and which format they are.
struct ForeignDocument {
  /// A value and where it stands.
  struct Part {
    var path: String
    var value: JSONValue
  }

  /// One card, or the messages in their order.
  var parts: [Part]
  var format: ForeignFormat
  /// What stands around the messages and is none.
  var omissions: [Omission] = []

  /// Deep enough for whatever can be carried over, and for a card that nests too deep to be told why.
  private static let limits = JSONLimits(depth: 256)

  init(_ bytes: [UInt8]) throws(ImportFailure) {
    // Files from elsewhere often begin with a byte order mark.
    let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    do {
      parts = [Part(path: "$", value: try JSONReader.read(bytes, limits: Self.limits))]
    } catch {
      guard let lines = Self.lines(bytes) else { throw ImportFailure(.unreadable, "$", "\(error.what); \(error.why)") }
      parts = lines
    }
    guard let format = Self.format(of: parts) else {
      throw ImportFailure(.unknownFormat, "$", "it is neither a card nor messages of a surface")
    }
    self.format = format
    if format == .a2ui { try unwrap() }
  }

  /// A value on each line; `nil` when a line has none.
  private static func lines(_ bytes: [UInt8]) -> [Part]? {
    var parts: [Part] = []
    for (number, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
      if line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { continue }
      guard let value = try? JSONReader.read(Array(line), limits: limits), value.objectValue != nil else { return nil }
      parts.append(Part(path: "$[\(number)]", value: value))
    }
    return parts.count > 1 ? parts : nil
  }

  private static func format(of parts: [Part]) -> ForeignFormat? {
    guard let first = parts.first?.value else { return nil }
    if first["type"]?.stringValue == "AdaptiveCard" { return .adaptiveCard }
    let messages = first.arrayValue ?? first["messages"]?.arrayValue ?? parts.map(\.value)
    let isSurface = messages.contains { message in A2UIMessage.names.contains { message[$0] != nil } }
    return isSurface ? .a2ui : nil
  }

  /// Makes parts of the messages in a list, or in the example that they are wrapped in.
  private mutating func unwrap() throws(ImportFailure) {
    guard let first = parts.first, parts.count == 1 else { return }
    if let list = first.value.arrayValue {
      parts = list.enumerated().map { Part(path: "$[\($0)]", value: $1) }
    } else if let list = first.value["messages"]?.arrayValue {
      parts = list.enumerated().map { Part(path: "$.messages[\($0)]", value: $1) }
      for member in first.value.objectValue ?? [] where member.name != "messages" {
        omissions.append(Omission(path: "$.\(member.name)", what: member.name, reason: "it is about the example"))
      }
    }
  }
}
