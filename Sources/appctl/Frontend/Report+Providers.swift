internal import AppControllerJSON
import AppControllerKit
import ProviderPlugins

// The printed forms of providers and their errors, the same in every command.
extension PluginError {
  /// Formats the error as lines of a list.
  func lines(as heading: String, indentedBy indent: String = "") -> [String] {
    [
      "\(indent)\(heading): \(what.displayable) [\(code.rawValue)]", "\(indent)  why: \(why.displayable)",
      "\(indent)  fix: \(fix.displayable)",
    ]
  }
}

extension PluginError {
  /// The error as JSON.
  var json: JSONValue {
    [
      "code": .string(code.rawValue), "fix": .string(command.map { "\(fix); run: \($0)" } ?? fix),
      "what": .string(what), "why": .string(why),
    ]
  }
}

extension ProviderNote {
  /// The provider's description of itself, as JSON.
  var json: JSONValue {
    [
      "abi": [
        "majorMax": .number(abi.majors.upperBound), "majorMin": .number(abi.majors.lowerBound),
        "minor": .number(abi.minor),
      ],
      "id": .string(id), "minimumHost": .text(minimumHost), "name": .string(name),
      "permissions": .array(permissions.map(\.json)),
      "settings": .array(settings.map(\.json)), "vendor": .string(vendor),
      "version": .string(version),
    ]
  }
}

extension DeclaredPermission {
  /// The permission in words, with its reason.
  var reasonedWords: String { why.isEmpty ? words : "\(words); \(why)" }
}

extension ProviderSetting {
  /// The setting in words: its type, its allowed values, and its purpose.
  var words: String {
    var words = "\(name): \(kind.words)"
    if isRequired { words += ", required" }
    if let defaultValue { words += ", \(defaultValue.isEmpty ? "empty" : defaultValue) unless given" }
    return "\(words); \(label)\(help.isEmpty ? "" : ": \(help)")"
  }
}

extension ProviderSetting.Kind {
  fileprivate var words: String {
    switch self {
    case .text(0...Int.max), .boolean, .secret, .integer(Int64.min...Int64.max): name
    case .text(let length): "text of \(length.words) characters"
    case .integer(let range): "integer of \(range.words)"
    case .url(let schemes): "url (\(schemes.joined(separator: ", ")))"
    case .choice(let options): "choice (\(options.joined(separator: ", ")))"
    case .unknown(let type): "\(type.displayable), which this version does not know"
    }
  }
}
