/// The notes of one owner in a file.
struct ELFNotes: Equatable {
  /// How notes were found.
  enum Place: String, Equatable, Sendable {
    /// By a program header, which every tool keeps.
    case segment
    /// By a section header: some tools move a note and leave no program header that leads to it.
    case section
  }

  /// More notes of one owner than this are not counted; two are too many already.
  static let limit = 16

  /// The notes, in the file's order; none when there are none.
  var notes: [ELFNote] = []
  /// How they were found.
  var place = Place.segment

  /// Looks in the segments, and only when there is none, in the sections.
  ///
  /// - Throws: What is wrong with the notes of the file, when the owner's may be among them.
  init(of owner: String, _ image: ELFImage, _ file: FileWindows) throws(ELFFault) {
    var fault: ELFFault?
    let segments = image.segments.filter { $0.type == .note }.map { ($0.file, $0.alignment) }
    do throws(ELFFault) { try add(owner, segments, file) } catch { fault = error }
    if notes.isEmpty {
      place = .section
      // What is wrong with the section headers does not matter: the loader reads none.
      let sections = (try? SectionHeader.table(of: image.header, in: file)) ?? []
      let places = sections.filter { $0.type == SectionHeader.note }.map { ($0.file, $0.alignment) }
      do throws(ELFFault) { try add(owner, places, file) } catch { fault = fault ?? error }
    }
    if notes.isEmpty, let fault { throw fault }
  }

  private mutating func add(
    _ owner: String, _ places: [(range: FileRange, alignment: UInt64)], _ file: FileWindows
  ) throws(ELFFault) {
    var left = ELFNote.limit
    for (range, alignment) in places where range.count > 0 {
      guard range.count <= left else { throw .damaged("its notes have more than \(ELFNote.limit) bytes") }
      left -= range.count
      let found = try file.read(range, "the notes") { bytes throws(ELFFault) in
        try ELFNote.notes(of: owner, in: bytes, at: range.offset, alignment: alignment)
      }
      // Two segments may cover the same note.
      for note in found where notes.count < Self.limit && !notes.contains(where: { $0.offset == note.offset }) {
        notes.append(note)
      }
    }
  }
}

/// A note: a few bytes that somebody has left in an ELF file, under the name of the owner and a type of his.
struct ELFNote: Equatable {
  /// Where the note begins in the file.
  let offset: UInt64
  /// The owner's name, without the zero byte at its end.
  let owner: [UInt8]
  /// The owner's type.
  let type: UInt32
  /// What is noted.
  let descriptor: [UInt8]

  /// More notes than this in one file are not looked at: the real ones have a few hundred bytes.
  static let limit: UInt64 = 1 << 20

  /// Takes the notes of one owner from a segment or a section.
  ///
  /// - Parameters:
  ///   - owner: The owner.
  ///   - bytes: The bytes of the segment or section.
  ///   - offset: Where they stand in the file.
  ///   - alignment: What the notes and their parts are aligned to: 8 for those of a few tools, else 4.
  /// - Returns: The owner's notes, in the file's order.
  /// - Throws: `damaged` when a note does not end within the bytes; those before it are lost, too, because nobody knows
  ///   whether there was another one.
  static func notes(
    of owner: String, in bytes: Span<UInt8>, at offset: UInt64, alignment: UInt64
  ) throws(ELFFault) -> [ELFNote] {
    var notes: [ELFNote] = []
    let step = alignment == 8 ? 8 : 4
    var start = 0
    // What is left behind the last note is padding.
    while bytes.count - start >= 12 {
      let (nameSize, size) = (Int(bytes.uint32(at: start)), Int(bytes.uint32(at: start + 4)))
      let name = start + 12
      let descriptor = (name + nameSize).aligned(to: step)
      guard descriptor <= bytes.count, size <= bytes.count - descriptor else {
        throw .damaged(
          "the note at byte \(offset + UInt64(start)) says to have \(nameSize) and \(size) bytes, "
            + "and there are \(bytes.count - name)"
        )
      }
      if nameSize == owner.utf8.count + 1, bytes[name + nameSize - 1] == 0,
        bytes.extracting(name..<name + nameSize - 1).equals(owner)
      {
        notes.append(
          ELFNote(
            offset: offset + UInt64(start), owner: Array(owner.utf8), type: bytes.uint32(at: start + 8),
            descriptor: bytes.extracting(descriptor..<descriptor + size).copied
          )
        )
      }
      start = min((descriptor + size).aligned(to: step), bytes.count)
    }
    return notes
  }
}

extension Int {
  fileprivate func aligned(to step: Int) -> Int { (self + step - 1) / step * step }
}
