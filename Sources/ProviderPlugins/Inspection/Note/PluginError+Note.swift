internal import AppControllerKit

extension PluginError {
  /// What is said to an author whose note is wrong.
  private static let noteFix = "write the note with ACK_PROVIDER_NOTE of appcontroller_provider.h, or as it says there"

  static func noNote(_ path: String) -> PluginError {
    PluginError(
      .noNote, what: "\(path) is a shared library without a provider's note",
      why: "a provider says who it is in an ELF note of \(ProviderNote.owner), which is read before it is loaded",
      fix: "name a provider's library; if it is one, \(noteFix)"
    )
  }

  static func twoNotes(_ path: String, _ offsets: [UInt64]) -> PluginError {
    let places = offsets.map { "\($0)" }.joined(separator: ", ")
    return PluginError(
      .twoNotes, what: "\(path) has \(offsets.count) notes of a provider, at the bytes \(places)",
      why: "a library is one provider, and two notes may say different things of it",
      fix: "link one provider into a library, and write ACK_PROVIDER_NOTE in one of its source files only"
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

  static func noEntry(_ path: String, _ what: String) -> PluginError {
    PluginError(
      .notAProvider, what: "\(path) is a shared library, but not a provider: it \(what)",
      why: "that function is the only thing a host looks for in a library",
      fix: "name a provider's library; if it is one, export the function with default visibility"
    )
  }

  /// What is wrong with the notes of a file, the provider's or another one's.
  static func note(_ fault: ELFFault, _ path: String) -> PluginError {
    if case .damaged(let what) = fault { return .truncatedNote(path, what) }
    return PluginError(fault, path)
  }
}

extension ProviderNote {
  /// Why a host cannot speak with the provider, as the note says it; `nil` when it can.
  func incompatibility(with host: ABIRange, path: String) -> PluginError? {
    guard !abi.overlaps(host) else { return nil }
    let isNewer = abi.majors.lowerBound > host.majors.upperBound
    return PluginError(
      .incompatibleABI, what: "\(path) speaks provider ABI \(abi); this host speaks \(host)",
      why: "its note says so, and it was built for \(isNewer ? "a newer" : "an older") host",
      fix: "install a build of the provider for ABI \(host), or another version of this host"
    )
  }
}
