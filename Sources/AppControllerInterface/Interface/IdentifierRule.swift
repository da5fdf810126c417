/// The rule for ids of nodes, inputs, interfaces, storyboards and providers.
package enum IdentifierRule {
  /// The rule in words.
  package static let text = "an id is 1 to 64 bytes of letters, digits, dots, underscores and hyphens"

  /// Whether some bytes are a valid id.
  package static func allows(_ bytes: some Collection<UInt8>) -> Bool {
    let characters = characters
    return 1...64 ~= bytes.count && bytes.allSatisfy(characters.contains)
  }

  private static let characters = ASCIISet("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-")

  /// Whether a text is a valid id of a provider, which is also the name of a file that is not hidden.
  package static func allowsProviderID(_ id: String) -> Bool { allows(id.utf8) && !id.hasPrefix(".") }
}
