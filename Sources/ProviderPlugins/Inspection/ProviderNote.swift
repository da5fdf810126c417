internal import AppControllerJSON
public import AppControllerKit
internal import CProviderABI
internal import ProviderABI

/// A provider's description of itself in its ELF note, which is read without running any of its code.
public struct ProviderNote: Sendable, Equatable {
  /// The provider's id, which sessions are stored under.
  public let id: String
  /// The name, for people.
  public let name: String
  /// The version of the provider.
  public let version: String
  /// The vendor's name, for people.
  public let vendor: String
  /// What a host must have to load the provider, by the names of the ABI, such as `ack.socket/1`.
  public let requirements: [String]
  /// The ids of the providers that it takes over from, when the operator says so.
  public let replaces: [String]
  /// The settings that the provider declares, in their order.
  public let settings: [ProviderSetting]
  /// The permissions that the provider declares, in their order.
  public let permissions: [DeclaredPermission]
  /// The versions of the ABI that the provider speaks.
  public let abi: ABIRange
  /// Whether only a section header leads to the note, and no program header.
  public let isOnlyInSection: Bool
  private let json: JSONValue

  /// The section's usual name; it is not checked, because owner and type identify the note.
  static let section = ".note.appcontroller"
  static let owner = "AppController"
  static let type: UInt32 = ACK_NOTE_TYPE
  static let layout = UInt16(ACK_NOTE_LAYOUT)
  /// The size of the descriptor's header before the JSON text, in bytes.
  static let headerSize = 16
  /// The maximum size of the JSON text, in bytes.
  private static let jsonLimit = 64 << 10

  /// Reads the first page, and one more page if the note is elsewhere.
  ///
  /// Throws an error that names the kind of the file when it is not a provider.
  init(of file: LibraryFile) throws(PluginError) {
    let library = try OpenedLibrary(file, path: file.path)
    try self.init(library.image, library.windows, path: file.path)
  }

  /// Throws when the note is missing, duplicated, of an unknown type, cut off or otherwise malformed; each case has its
  /// own code.
  init(_ image: ELFImage, _ file: FileWindows, path: String) throws(PluginError) {
    let found: ELFNotes
    do throws(ELFFault) { found = try ELFNotes(of: Self.owner, image, file) } catch { throw .note(error, path) }
    let notes = found.notes.filter { $0.type == Self.type }
    guard let note = notes.first else {
      if let other = found.notes.first { throw .wrongNoteType(path, other.type) }
      throw .noNote(path, isSwift: SwiftRuntime.hasSwiftSections(image.header, file))
    }
    guard notes.count == 1 else {
      throw .twoNotes(path, notes.map(\.offset), isSwift: SwiftRuntime.hasSwiftSections(image.header, file))
    }
    try self.init(descriptor: note.descriptor, isOnlyInSection: found.place == .section, path: path)
  }

  package init(descriptor: [UInt8], isOnlyInSection: Bool, path: String) throws(PluginError) {
    let header = try Header(descriptor, path)
    let end = Self.headerSize + header.jsonSize
    guard descriptor[end...].allSatisfy({ $0 == 0 }) else {
      throw .badNote(path, "bytes that are not zero stand behind its JSON text of \(header.jsonSize) bytes")
    }
    var declarations = ProviderDeclarations()
    do throws(CodingFault) {
      json = try JSONValue(
        text: Array(descriptor[Self.headerSize..<end]),
        limits: JSONLimits(bytes: Self.jsonLimit, depth: 16, values: 10_000))
      id = try NoteText.id.read(json)
      name = try NoteText.name.read(json)
      version = try NoteText.version.read(json)
      vendor = try NoteText.vendor.read(json)
      // Unknown members are passed over, because a later version may write more. Most notes have these four alone.
      if json.objectValue?.count != NoteText.allCases.count,
        let fault = declarations.read(json, of: id, isStrict: false).first
      {
        throw fault
      }
    } catch {
      throw .badNote(path, error.inNote)
    }
    (requirements, replaces) = (declarations.requirements, declarations.replaces)
    (settings, permissions) = (declarations.settings, declarations.permissions)
    (abi, self.isOnlyInSection) = (header.abi, isOnlyInSection)
  }

  struct Header {
    let abi: ABIRange
    let jsonSize: Int

    init(_ descriptor: [UInt8], _ path: String) throws(PluginError) {
      let bytes = descriptor.span
      guard bytes.count >= headerSize else {
        throw .truncatedNote(path, "it has \(bytes.count) bytes, and its header alone has \(headerSize)")
      }
      let layout = bytes.uint16(at: 0)
      guard layout == ProviderNote.layout else {
        throw .badNote(path, "its layout is \(layout), and this host reads layout \(ProviderNote.layout)")
      }
      let (lowest, highest) = (UInt32(bytes.uint16(at: 2)), UInt32(bytes.uint16(at: 4)))
      guard lowest >= 1, lowest <= highest else {
        throw .badNote(path, "it says to speak the ABI's majors \(lowest) to \(highest), which is no range")
      }
      abi = ABIRange(majors: lowest...highest, minor: UInt32(bytes.uint16(at: 6)))
      let reserved = bytes.uint32(at: 8)
      guard reserved == 0 else { throw .badNote(path, "its reserved member is \(reserved), and has to be 0") }
      let size = bytes.uint32(at: 12)
      guard size <= jsonLimit else {
        throw .badNote(path, "its JSON text has \(size) bytes, more than \(jsonLimit)")
      }
      guard Int(size) <= bytes.count - headerSize else {
        throw .truncatedNote(path, "its JSON text has \(size) bytes, and there are \(bytes.count - headerSize)")
      }
      jsonSize = Int(size)
    }
  }
}

extension ProviderNote {
  private static let members = NoteText.allCases.map(\.rawValue) + ProviderDeclarations.names.sorted()

  /// The members that this version passes over, each as a sentence without its end.
  package var unknownMembers: [String] {
    let names = (json.objectValue ?? []).map(\.name).filter { !Self.members.contains($0) }
    var declarations = ProviderDeclarations()
    let faults = declarations.read(json, of: id, isStrict: true).filter { $0.kind == .unknown }
    return names.map { "\($0.displayable) is not a member of a note\(Suggestion.hint(for: $0, among: Self.members))" }
      + faults.map { "\($0)".displayable }
  }
}

extension NoteText {
  // Not by the generic coding, which would take two fifths more for each note of a folder.
  fileprivate func read(_ json: JSONValue) throws(CodingFault) -> String {
    guard json.objectValue != nil else { throw .unexpected(json.kindName, wanted: "an object") }
    guard let value = json[rawValue] else { throw CodingFault.missing.within(rawValue) }
    guard let text = value.stringValue else { throw .unexpected(value.kindName, wanted: "a string").within(rawValue) }
    if let problem = problem(of: text) { throw CodingFault(problem).within(rawValue) }
    return text
  }
}

extension CodingFault {
  fileprivate var inNote: String {
    switch kind {
    case .text: problem
    case .missing: path.count > 1 ? "its \"\(place)\" \(problem)" : "its JSON text has no \"\(name)\""
    case .value, .unknown, .repeated: path.isEmpty ? "its JSON text \(problem)" : "its \"\(place)\" \(problem)"
    }
  }
}

/// The versions of the provider ABI that a library or a host speaks.
public struct ABIRange: Sendable, Equatable, CustomStringConvertible {
  /// The major versions.
  public let majors: ClosedRange<UInt32>
  /// The minor version of the highest major version.
  public let minor: UInt32

  /// Makes a range.
  public init(majors: ClosedRange<UInt32>, minor: UInt32) {
    self.majors = majors
    self.minor = minor
  }

  /// The range in words, such as `1.0` or `1 to 2.3`.
  public var description: String {
    majors.count == 1 ? "\(majors.upperBound).\(minor)" : "\(majors.lowerBound) to \(majors.upperBound).\(minor)"
  }

  /// Returns whether both ranges have a major version in common.
  public func overlaps(_ other: ABIRange) -> Bool { majors.overlaps(other.majors) }

  /// The versions that this host speaks.
  public static let host = ABIRange(majors: ACK_ABI_MAJOR...ACK_ABI_MAJOR, minor: ACK_ABI_MINOR)
}

extension PluginError {
  private static let noteFix = "write the note with ACK_PROVIDER_NOTE of appcontroller_provider.h, or as it says there"
  private static let swiftFix =
    "write provider.json beside the target's sources, and name the plugin ProviderNote at the target in Package.swift"

  static func noNote(_ path: String, isSwift: Bool) -> PluginError {
    PluginError(
      .noNote, what: "\(path) is a shared library without a provider's note",
      why: "a provider says who it is in an ELF note of \(ProviderNote.owner), which is read before it is loaded",
      fix: "name a provider's library; if it is one, \(isSwift ? swiftFix : noteFix)"
    )
  }

  static func twoNotes(_ path: String, _ offsets: [UInt64], isSwift: Bool) -> PluginError {
    let places = offsets.map { "\($0)" }.joined(separator: ", ")
    let once =
      isSwift ? "name ProviderNote at one of its targets" : "write ACK_PROVIDER_NOTE in one of its source files"
    return PluginError(
      .twoNotes, what: "\(path) has \(offsets.count) notes of a provider, at the bytes \(places)",
      why: "a library is one provider, and two notes may say different things of it",
      fix: "link one provider into a library, and \(once) only"
    )
  }

  static func wrongNoteType(_ path: String, _ type: UInt32) -> PluginError {
    PluginError(
      .wrongNoteType,
      what: "\(path) has a note of \(ProviderNote.owner) whose type is 0x\(String(type, radix: 16)), "
        + "not 0x\(String(ProviderNote.type, radix: 16))",
      why: "the type says what the note is, and this host knows one type only",
      fix: noteFix
    )
  }

  static func truncatedNote(_ path: String, _ what: String) -> PluginError {
    PluginError(
      .truncatedNote, what: "the note of \(path) is cut off: \(what)",
      why: "the sizes in a note are those of what follows them", fix: noteFix
    )
  }

  static func badNote(_ path: String, _ what: String) -> PluginError {
    PluginError(
      .badNote, what: "the note of \(path) is wrong: \(what)",
      why: "the host decides by the note whether it loads the provider, and believes none that is not well made",
      fix: noteFix
    )
  }

  static func noEntry(_ path: String, _ what: String, isSwift: Bool) -> PluginError {
    PluginError(
      .notAProvider, what: "\(path) is a shared library, but not a provider: it \(what)",
      why: "that function is the only thing a host looks for in a library",
      fix: "name a provider's library; if it is one, "
        + (isSwift ? swiftFix : "export the function with default visibility")
    )
  }

  static func note(_ fault: ELFFault, _ path: String) -> PluginError {
    if case .damaged(let what) = fault { return .truncatedNote(path, what) }
    return PluginError(fault, path)
  }
}

extension ProviderNote {
  /// `nil` when the host can use the provider.
  package func incompatibility(with host: ABIRange, path: String) -> PluginError? {
    guard abi.overlaps(host) else {
      let isNewer = abi.majors.lowerBound > host.majors.upperBound
      return PluginError(
        .incompatibleABI, what: "\(path) speaks provider ABI \(abi); this host speaks \(host)",
        why: "its note says so, and it was built for \(isNewer ? "a newer" : "an older") host",
        fix: "install a build of the provider for ABI \(host), or another version of this host"
      )
    }
    // Before the settings, because a newer host may know their types.
    let missing = requirements.filter { !HostFeature.isKnown($0) }
    if !missing.isEmpty {
      return PluginError(
        .requirementUnmet, what: "\(path) requires \(missing.joined(separator: ", ")), which this host does not have",
        why: "its note says so, and none of its code was run",
        fix: "update this host, or install an older version of the provider"
      )
    }
    for setting in settings {
      guard case .unknown(let type) = setting.kind else { continue }
      return PluginError(
        .unknownSettingType,
        what: "\(path) has the setting \(setting.name) of the type \(UTF8Key(text: type).shown.debugDescription)",
        why: "a value is checked before the provider gets it, and this host does not know how to check that type",
        fix: "update the host, or use an older version of the provider; the types here are "
          + ProviderSetting.Kind.names.joined(separator: ", ")
      )
    }
    return nil
  }
}
