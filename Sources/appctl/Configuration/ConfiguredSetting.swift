import AppControllerKit

enum ConfiguredSetting: Equatable {
  /// A text, a number or a boolean, in the form that the provider receives.
  case text(String)
  /// The path of a file that contains the secret.
  case file(String)
  /// The secret is in a vault.
  case store
}

struct ConfiguredSettingKind: ValueKind {
  var blank: ConfiguredSetting { .text("") }

  func code(_ value: inout ConfiguredSetting, _ coder: inout some Coder) throws(CodingFault) {
    var (text, flag, number) = ("", false, Int64(0))
    if (try? coder.text(&text, .text(atMost: 1 << 20))) != nil {
      value = .text(text)
    } else if (try? coder.bool(&flag)) != nil {
      value = .text("\(flag)")
    } else if (try? coder.integer(&number)) != nil {
      value = .text("\(number)")
    } else {
      var source = SecretSource()
      try ObjectKind<SecretSource>().code(&source, &coder)
      value = source.file.map(ConfiguredSetting.file) ?? .store
    }
  }
}

private struct SecretSource: Coded {
  var file: String?
  var store: Bool?

  static var blank: SecretSource { SecretSource() }

  mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    let path = CheckedKind.checked(.text(atMost: 4096)) { $0.isAbsolutePath ? nil : "is not an absolute path" }
    try coder.member("file", &file, .optional(path))
    try coder.member("store", &store, .optional(.checked(.bool) { $0 ? nil : "is false, and can only be true" }))
    guard (file == nil) != (store == nil) else { throw CodingFault("has to have either \"file\" or \"store\"") }
  }
}
