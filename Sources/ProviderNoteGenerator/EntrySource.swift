internal import AppControllerInterface
internal import AppControllerJSON
internal import CProviderABI
internal import ProviderABI

/// The Swift source that is generated from a `provider.json`: the ELF note, and the one function that a host looks up.
///
/// It compiles without a warning with any settings of the author, in debug and in release.
package struct EntrySource {
  package let text: String

  /// The maximum column that the name of the class is indented to.
  private static let columnLimit = 1000

  /// The bytes of the note, in the layout of `appcontroller_provider.h`.
  private struct Note {
    let json: [UInt8]
    var padded: [UInt8] { json + [UInt8](repeating: 0, count: (4 - json.count % 4) % 4) }
    var descriptorSize: Int { 16 + padded.count }

    init(_ manifest: ProviderManifest) {
      let texts = NoteText.allCases.map { JSONValue.Member($0.rawValue, .string(manifest.text($0))) }
      json = Array(JSONValue.object(texts + manifest.declarations.members).text.utf8)
    }
  }

  /// The compiler names `path` when it cannot find the class.
  package init(_ manifest: ProviderManifest, path: String) {
    let note = Note(manifest)
    let owner = Array("AppController".utf8) + [0, 0, 0]
    let (major, minor) = (ACK_ABI_MAJOR, ACK_ABI_MINOR)
    text = """
      // Generated from provider.json by the build-tool plugin ProviderNote. Edit that file instead of this one.
      import ProviderSDK

      /// The ELF note, which a host reads without running any code of this library.
      ///
      /// \(String(decoding: note.json, as: UTF8.self))
      @section(".note.appcontroller") @used
      nonisolated private let providerNote:
        (
          UInt32, UInt32, UInt32, InlineArray<16, UInt8>, UInt16, UInt16, UInt16, UInt16, UInt32, UInt32,
          InlineArray<\(note.padded.count), UInt8>
        ) = (
          14, \(note.descriptorSize), 0x\(String(ACK_NOTE_TYPE, radix: 16)), \(Self.list(owner)),
          \(ACK_NOTE_LAYOUT), \(major), \(major), \(minor), 0, \(note.json.count),
          \(Self.list(note.padded))
        )

      \(Self.export(manifest, path))

      /// The one function that a host looks up.
      @c(ack_provider_query)
      nonisolated public func ack_provider_query(
        _ query: UnsafeRawPointer?, _ answer: UnsafeMutableRawPointer?
      ) -> Int32 {
        unsafe providerExport.answer(query, answer)
      }

      """ + Self.properties(of: manifest.declarations.settings)
  }

  private static func properties(of settings: [ProviderSetting]) -> String {
    if settings.isEmpty { return "" }
    let properties = settings.map { setting in
      let name = literal(setting.name)
      let (type, function, blank) =
        switch setting.kind {
        case .text, .url, .choice, .unknown: ("String", "text", literal(setting.defaultValue ?? ""))
        case .integer: ("Int", "integer", setting.defaultValue ?? "0")
        case .boolean: ("Bool", "boolean", setting.defaultValue ?? "false")
        case .secret: ("Secret", "secret", "Secret(\"\")")
        }
      // A host always gives required values and defaults.
      let isThere = setting.isRequired || setting.defaultValue != nil
      return """
          /// \(setting.label)\(setting.help.isEmpty ? "" : ": \(setting.help)")
          nonisolated var `\(setting.name)`: \(type)\(isThere ? "" : "?") {
            self.\(function)(\(name))\(isThere ? " ?? \(blank)" : "")
          }

        """
    }
    return """

      /// The settings that provider.json declares.
      extension ProviderSettings {
      \(properties.joined())}

      """
  }

  private static func export(_ manifest: ProviderManifest, _ path: String) -> String {
    let arguments = "\n  id: \(literal(manifest.text(.id))), version: \(literal(manifest.text(.version)))"
    let name = manifest.providerClass
    if manifest.declarations.settings.isEmpty {
      return """
        nonisolated private let providerExport = ProviderExport(\(arguments)
        ) {
        \(positioned("\(name)()", manifest, path))
        }
        """
    }
    // The initializer may throw. A reference to it as a function compiles without a warning whether it throws or not.
    return """
      nonisolated private func providerMaker()
        -> (ProviderSettings) throws -> any AppControllerInterfaceProviding
      {
      \(positioned("\(name).init(settings:)", manifest, path))
      }

      nonisolated private let providerExport = ProviderExport(\(arguments)
      ) { settings in
        try providerMaker()(settings)
      }
      """
  }

  /// The compiler reports errors of the name of the class at its position in the file, where the author can correct
  /// them.
  private static func positioned(_ call: String, _ manifest: ProviderManifest, _ path: String) -> String {
    // The directive `#sourceLocation` has no escape sequences.
    guard !path.unicodeScalars.contains(where: { $0 == "\"" || $0 == "\\" || $0.value < 0x20 }) else { return call }
    let position = manifest.classPosition
    let indentation = String(repeating: " ", count: min(position.column - 1, columnLimit))
    return """
      #sourceLocation(file: "\(path)", line: \(position.line))
      \(indentation)\(call)
      #sourceLocation()
      """
  }

  private static func list(_ bytes: [UInt8]) -> String { "[\(bytes.map { "\($0)" }.joined(separator: ", "))]" }

  private static func literal(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" || scalar.value < 0x20 || scalar.value >= 0x7F {
        literal += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }
}
