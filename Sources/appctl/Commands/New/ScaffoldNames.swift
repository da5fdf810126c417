import AppControllerKit

struct ScaffoldNames: Equatable {
  /// Also the name of the package and of the library.
  let folder: String
  let id: String
  /// Derived from the id to be unique: Swift looks types up by module name across all libraries of a process.
  let module: String
  let providerClass: String

  /// In bytes, of a name.
  private static let limit = 40
  /// Names of products that a package cannot have when it depends on AppControllerKit.
  private static let taken = [
    "AppControllerKit", "ProviderSDK", "ProviderPlugins", "SessionVaults", "appctl", "ExampleProvider", "ProviderNote",
  ]

  /// The id is `com.example.NAME` unless given; a name or an id that is not valid throws `ACK5001`.
  init(_ name: String, id: String?) throws(CommandError) {
    guard Self.isName(name) else {
      throw .usage(
        "a provider cannot be called \(CommandError.quoted(name))",
        why: "its name is that of a folder, a library and a class: 1 to 40 letters, digits, hyphens and underscores, "
          + "of which the first is a letter",
        fix: "write a name such as Kitty, in the folder where its own is to be made")
    }
    guard !Self.taken.contains(where: { $0.lowercased() == name.lowercased() }) else {
      throw .usage(
        "a provider cannot be called \(CommandError.quoted(name))", why: "a product of AppControllerKit is called so",
        fix: "choose another name")
    }
    let id = id ?? "com.example.\(name.lowercased())"
    guard IdentifierRule.allowsProviderID(id), Self.isReverseDNS(id) else {
      throw .usage(
        "\(CommandError.quoted(id)) cannot be the id of a provider",
        why: "\(IdentifierRule.text); it begins with a letter and is reverse DNS, words with dots between them",
        fix: "write --id with an id such as com.example.kitty")
    }
    folder = name
    self.id = id
    let words = Self.camelCase(name)
    providerClass = words.hasSuffix("Provider") ? words : words + "Provider"
    module = Self.camelCase(id)
  }

  private static func isName(_ name: String) -> Bool {
    guard 1...limit ~= name.utf8.count, startsWithLetter(name) else { return false }
    return name.utf8.allSatisfy { $0.isLetterOrDigit || "-_".utf8.contains($0) }
  }

  /// Whether an id consists of words between dots, the first of which can begin the name of a module.
  private static func isReverseDNS(_ id: String) -> Bool {
    let parts = id.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count >= 2 && parts.allSatisfy { $0.contains(where: \.isLetterOrDigit) } && startsWithLetter(id)
  }

  private static func startsWithLetter(_ text: String) -> Bool { text.utf8.first?.isLetter == true }

  /// Each word is capitalized, without separators.
  private static func camelCase(_ text: String) -> String {
    text.utf8.split { !$0.isLetterOrDigit }.map { word in
      let word = String(decoding: word, as: UTF8.self)
      return word.prefix(1).uppercased() + word.dropFirst()
    }.joined()
  }
}
