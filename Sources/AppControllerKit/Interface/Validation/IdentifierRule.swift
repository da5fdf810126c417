/// What an id is: of a node, an input, an interface, a storyboard or a provider.
package enum IdentifierRule {
  /// The rule in words.
  package static let text = "an id is 1 to 64 bytes of letters, digits, dots, underscores and hyphens"

  /// Whether some bytes are an id.
  package static func allows(_ bytes: some Collection<UInt8>) -> Bool {
    guard 1...64 ~= bytes.count else { return false }
    return bytes.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
        true
      default: false
      }
    }
  }

  /// Whether a text is the id of a provider, which is also the name of a file that is not hidden.
  package static func allowsProviderID(_ id: String) -> Bool { allows(id.utf8) && !id.hasPrefix(".") }
}
