/// The vault and the number of a session's secret.
///
/// The number is 128 random bits. If numbers were counted, two folders with the same provider would share their secrets
/// in one keyring, and each would erase the other's.
package struct SecretReference: Sendable, Hashable {
  /// The name of the vault.
  package let vault: String
  /// The number: 32 hexadecimal digits in lower case.
  package let number: String

  /// Makes a reference to no vault, for a reader to fill in.
  init() { (vault, number) = ("", "") }

  /// Makes a reference; nil when the vault's name or the number breaks its rule.
  package init?(vault: String, number: String) {
    let isName = (1...32).contains(vault.utf8.count) && vault.utf8.allSatisfy(Self.isNameByte)
    let isNumber = number.utf8.count == 32 && number.utf8.allSatisfy(Self.isDigit)
    guard isName, isNumber else { return nil }
    self.vault = vault
    self.number = number
  }

  /// Makes a reference with a number that was never used; nil when the vault's name breaks its rule.
  package init?(newIn vault: String) {
    var generator = SystemRandomNumberGenerator()
    let digits = (0..<2).map { _ in
      let half = String(generator.next(), radix: 16)
      return String(repeating: "0", count: 16 - half.utf8.count) + half
    }
    self.init(vault: vault, number: digits.joined())
  }

  /// The key of a provider's secret in the vault.
  package func key(for provider: String) -> String { "\(provider)/\(number)" }

  private static func isDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
    default: false
    }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"): true
    default: false
    }
  }
}
