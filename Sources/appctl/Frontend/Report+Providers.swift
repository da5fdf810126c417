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
    ["code": .string(code.rawValue), "fix": .string(fix), "what": .string(what), "why": .string(why)]
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
      "id": .string(id), "name": .string(name), "vendor": .string(vendor), "version": .string(version),
    ]
  }
}
