internal import CProviderABI
internal import ProviderABI

/// What a provider says of itself in its ELF note, which is read without running any of its code.
public struct ProviderNote: Sendable, Equatable {
  /// The id, which sessions are stored under.
  public let id: String
  /// The name, for people.
  public let name: String
  /// The version of the provider.
  public let version: String
  /// Who made it, for people.
  public let vendor: String
  /// The versions of the ABI that it speaks.
  public let abi: ABIRange
  /// Whether the note was found by a section header only, because no program header leads to it.
  public let isOnlyInSection: Bool

  /// The section's name, which nobody looks for: what counts are the owner and the type.
  static let section = ".note.appcontroller"
  /// The owner of the note.
  static let owner = "AppController"
  /// The type of the note.
  static let type: UInt32 = ACK_NOTE_TYPE
  /// The layout of the descriptor that this version reads.
  static let layout = UInt16(ACK_NOTE_LAYOUT)
  /// The bytes of the descriptor before the JSON text.
  static let headerSize = 16
  /// The most bytes of the JSON text.
  static let jsonLimit = 64 << 10

  /// Reads the note of a file, and nothing else: its first page, and one more where the note lies elsewhere.
  ///
  /// - Throws: ``PluginError`` that says what the file is instead of a provider.
  init(of file: LibraryFile) throws(PluginError) {
    let library = try OpenedLibrary(file, path: file.path)
    try self.init(library.image, library.windows, path: file.path)
  }

  /// Finds and reads the note of a library.
  ///
  /// The path is for messages.
  ///
  /// - Throws: ``PluginError`` when there is none, more than one, one of another type, one that is cut off, or one that is
  ///   wrong in another way: each has its code.
  init(_ image: ELFImage, _ file: FileWindows, path: String) throws(PluginError) {
    let found: ELFNotes
    do throws(ELFFault) { found = try ELFNotes(of: Self.owner, image, file) } catch { throw .note(error, path) }
    let notes = found.notes.filter { $0.type == Self.type }
    guard let note = notes.first else {
      if let other = found.notes.first { throw .wrongNoteType(path, other.type) }
      throw .noNote(path)
    }
    guard notes.count == 1 else { throw .twoNotes(path, notes.map(\.offset)) }
    try self.init(descriptor: note.descriptor, isOnlyInSection: found.place == .section, path: path)
  }

  /// Reads the descriptor of a note: its header, then its JSON text.
  init(descriptor: [UInt8], isOnlyInSection: Bool, path: String) throws(PluginError) {
    let header = try Header(descriptor, path)
    let text = try NoteTexts(descriptor, header, path)
    id = text.id
    name = text.name
    version = text.version
    vendor = text.vendor
    abi = header.abi
    self.isOnlyInSection = isOnlyInSection
  }

  /// The part of the descriptor that is read without knowing JSON.
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
