/// What a provider says, with who says it.
///
/// Each line begins with the provider's id and a bar. No line of the host does, and none of the host's codes stands in
/// it, so that nothing that a provider says can be taken for the host's.
package struct ProviderWords: Sendable, Hashable, CustomStringConvertible {
  private let speaker: String
  private let text: String

  /// The speaker is the provider's id; line feeds of the text are kept.
  package init(_ text: String, of speaker: String) {
    self.speaker = speaker.displayable
    self.text = Self.withoutCodes(text.displayableLines)
  }

  package var description: String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { "\(speaker) | \($0)" }.joined(separator: "\n")
  }

  /// Returns the mark that stands somewhere in a line; nil for a line of the host alone.
  package static func mark(in line: some StringProtocol) -> String? {
    var words = line.split(separator: " ", omittingEmptySubsequences: false)[...]
    while let bar = words.firstIndex(of: "|") {
      let speaker = bar > words.startIndex ? String(words[bar - 1]) : ""
      if IdentifierRule.allows(speaker.utf8Span.span) { return "\(speaker) | " }
      words = words[(bar + 1)...]
    }
    return nil
  }

  /// Returns a text in which a dot parts what would be read as a code of the host or as the head of its errors.
  package static func withoutCodes(_ text: String) -> String {
    let bytes = Array(text.utf8)
    func stands(_ word: String, before index: Int) -> Bool {
      index >= word.utf8.count && bytes[index - word.utf8.count..<index].map { $0 | 0x20 }.elementsEqual(word.utf8)
    }
    func isDigit(_ index: Int) -> Bool { index < bytes.count && (0x30...0x39).contains(bytes[index]) }
    var parted: [UInt8] = []
    for index in bytes.indices {
      let isCode = (index..<index + 4).allSatisfy(isDigit) && stands("ack", before: index)
      let isHead = bytes[index] == UInt8(ascii: "[") && stands("error", before: index)
      if isCode || isHead { parted += Array("·".utf8) }
      parted.append(bytes[index])
    }
    return parted.count == bytes.count ? text : String(decoding: parted, as: UTF8.self)
  }
}

/// A provider that the app's author has not written, whose words are shown as its own.
@MainActor
package protocol SpeakingProvider: AnyObject {
  var id: String { get }
}

extension AppController {
  /// A provider that is an object of the app speaks for the app.
  package func words(_ text: String) -> String { speaker.map { ProviderWords(text, of: $0).description } ?? text }

  /// `nil` for a provider that is an object of the app.
  package var speaker: String? { (interfaceProvider as? any SpeakingProvider)?.id }
}
