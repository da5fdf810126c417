import AppControllerInterface
import AppControllerJSON
import ProviderABI
import ProviderNoteGenerator
import TestSupport
import Testing

/// The JSON Schema of a `provider.json`, from the tables of the program that reads it.
private enum ProviderSchema {
  static let path = "Docs/Schemas/provider.schema.json"

  static func text() throws -> String {
    let types = ProviderSetting.Kind.names
    let members = ProviderManifest.Key.allCases.map { key in
      let form = pattern(of: key).map { #""pattern": "\#($0)", "# } ?? ""
      return #""\#(key.name)": {"type": "string", "minLength": 1, \#(form)"examples": ["\#(key.example)"]}"#
    }
    let cases = try types.map { type in
      let (own, value): (String, String) =
        switch type {
        case "text": (#""min": {"type": "integer", "minimum": 0}, "max": {"type": "integer", "minimum": 0}"#, "string")
        case "integer": (#""min": {"type": "integer"}, "max": {"type": "integer"}"#, "integer")
        case "url":
          (
            #""schemes": {"type": "array", "minItems": 1, "uniqueItems": true, "items": {"enum": \#(list(ProviderSetting.schemes))}}"#,
            "string"
          )
        case "choice":
          (
            #""options": {"type": "array", "minItems": 1, "maxItems": \#(ProviderSetting.maximumOptions), "uniqueItems": true, "items": {"type": "string"}}"#,
            "string"
          )
        case "boolean": ("", "boolean")
        case "secret": ("", "")
        default: throw SchemaGap(type: type)
        }
      let defaults = value.isEmpty ? [] : [#""default": {"type": "\#(value)"}"#]
      let identity =
        #""identifies": {"type": "boolean", "description": "Whether a session belongs to the value, as to a server or a client."}"#
      let all = [common(type)] + (type == "secret" ? [] : [identity]) + (own.isEmpty ? [] : [own]) + defaults
      let required = ["name", "type", "label"] + (type == "choice" ? ["options"] : [])
      return """
        {"if": {"properties": {"type": {"const": "\(type)"}}, "required": ["type"]},
         "then": {"properties": {\(all.joined(separator: ", "))}, "additionalProperties": false,
                  "required": \(list(required))}}
        """
    }
    return """
      {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A provider.json of AppControllerKit",
        "type": "object",
        "required": \(list(ProviderManifest.Key.allCases.map(\.name))),
        "additionalProperties": false,
        "properties": {
          "$schema": {},
          \(members.joined(separator: ",\n")),
          "requires": {"type": "array", "maxItems": \(DeclaredNames.requires.maximumCount), "uniqueItems": true, "items": {"type": "string", "pattern": "^[A-Za-z0-9._:/-]{1,64}$", "examples": ["ack.socket/1"]}},
          "replaces": {"type": "array", "maxItems": \(DeclaredNames.replaces.maximumCount), "uniqueItems": true, "items": {"type": "string", "pattern": "^[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$", "examples": ["com.example.cat"]}},
          "settings": {"type": "array", "maxItems": \(ProviderSetting.maximumCount), "items": {"$ref": "#/$defs/setting"}},
          "permissions": {"type": "array", "maxItems": \(DeclaredPermission.maximumCount), "items": {"$ref": "#/$defs/permission"}}
        },
        "$defs": {
          "setting": {
            "type": "object",
            "required": ["type"],
            "properties": {"type": {"enum": \(list(types))}},
            "not": {"required": ["default", "required"], "properties": {"required": {"const": true}}},
            "allOf": [\(cases.joined(separator: ",\n"))]
          },
          "permission": {
            "type": "object",
            "required": ["kind"],
            "properties": {"kind": {"enum": \(list(DeclaredPermission.kinds))}},
            "allOf": [\(try DeclaredPermission.kinds.map(permission).joined(separator: ",\n"))]
          }
        }
      }
      """
  }

  private static func pattern(of key: ProviderManifest.Key) -> String? {
    switch key {
    case .text(.id): "^[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$"
    case .text(.name), .text(.version), .text(.vendor), .providerClass: nil
    }
  }

  private static func permission(_ kind: String) throws -> String {
    let name = #""name": {"type": "string", "pattern": "^[a-z][A-Za-z0-9]{0,31}$"}"#
    let path =
      #""path": {"type": "string", "pattern": "^(/|[$](\#(DeclaredPermission.variables.joined(separator: "|")))(/|$))"}"#
    let (own, required): ([String], String) =
      switch kind {
      case "network":
        (
          [
            #""ports": {"type": "array", "minItems": 1, "maxItems": \#(DeclaredPermission.maximumPorts), "uniqueItems": true, "items": {"type": "integer", "minimum": 1, "maximum": 65535}}"#,
            #""portOf": {"description": "The name of a setting of the type url, or several.", "oneOf": [{"type": "string"}, {"type": "array", "minItems": 1, "uniqueItems": true, "items": {"type": "string"}}]}"#,
          ], #""oneOf": [{"required": ["ports"]}, {"required": ["portOf"]}], "required": ["why"]"#
        )
      case "folder":
        ([name, path, #""access": {"enum": ["read", "write"]}"#], #""required": ["name", "path", "access", "why"]"#)
      case "socket": ([name, path], #""required": ["name", "path", "why"]"#)
      default: throw SchemaGap(type: kind)
      }
    let all =
      [#""kind": {"const": "\#(kind)"}"#, #""why": {"type": "string", "minLength": 1, "maxLength": 256}"#] + own
    return """
      {"if": {"properties": {"kind": {"const": "\(kind)"}}, "required": ["kind"]},
       "then": {"properties": {\(all.joined(separator: ", "))}, "additionalProperties": false, \(required)}}
      """
  }

  private static func common(_ type: String) -> String {
    """
    "name": {"type": "string", "pattern": "^[a-z][A-Za-z0-9]{0,31}$", "description": "What the setting is called."},
    "type": {"const": "\(type)"},
    "label": {"type": "string", "minLength": 1, "maxLength": 256, "description": "Its name for people."},
    "help": {"type": "string", "maxLength": 1024, "description": "What it is for."},
    "required": {"type": "boolean", "description": "Whether the operator has to give a value."}
    """
  }

  private static func list(_ texts: [String]) -> String {
    "[" + texts.map { "\"\($0)\"" }.joined(separator: ", ") + "]"
  }
}

/// A type of settings that the schema does not have.
private struct SchemaGap: Error {
  let type: String
}

@Suite struct `The schema of a provider.json` {
  @Test func `is as the program that reads it`() throws {
    let value = try JSONReader.read(Array(try ProviderSchema.text().utf8))
    try GeneratedDocument(ProviderSchema.path).expectWhole(JSONFormatter.text(value) + "\n")
  }

  @Test func `may be named in the file`() throws {
    let text = ManifestMistake.right.replacing("{", with: #"{ "$schema": "provider.schema.json","#, maxReplacements: 1)
    #expect(try ProviderManifest(json: Array(text.utf8)).text(.id) == "com.example.tea")
  }
}
