internal import AppControllerKit

struct ELFNotes: Equatable {
  enum Place: String, Equatable, Sendable {
    /// A program header, which every tool keeps.
    case segment
    /// A section header: some tools move a note and leave no program header that leads to it.
    case section
  }

  /// The maximum number of notes of one owner that are collected; two are too many already.
  static let limit = 16

  /// The notes are in the file's order.
  var notes: [ELFNote] = []
  var place = Place.segment

  /// Searches the sections only if the segments contain no note of the owner.
  ///
  /// Throws the fault of the file's notes when no note of the owner was found, because one may be among the unreadable
  /// ones.
  init(of owner: String, _ image: ELFImage, _ file: FileWindows) throws(ELFFault) {
    var fault: ELFFault?
    let segments = image.segments.lazy.filter { $0.type == .note }.map { (range: $0.file, alignment: $0.alignment) }
    do throws(ELFFault) { try add(owner, segments, file) } catch { fault = error }
    if notes.isEmpty {
      place = .section
      // A fault of the section headers does not matter, because the loader reads none.
      let sections = (try? SectionHeader.table(of: image.header, in: file)) ?? []
      let places = sections.lazy.filter { $0.type == SectionHeader.note }
        .map { (range: $0.file, alignment: $0.alignment) }
      do throws(ELFFault) { try add(owner, places, file) } catch { fault = fault ?? error }
    }
    if notes.isEmpty, let fault { throw fault }
  }

  private mutating func add(
    _ owner: String, _ places: some Sequence<(range: FileRange, alignment: UInt64)>, _ file: FileWindows
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

struct ELFNote: Equatable {
  let offset: UInt64
  /// The owner's name, without the zero byte at its end.
  let owner: [UInt8]
  let type: UInt32
  let descriptor: [UInt8]

  /// The maximum size of all notes in one file, in bytes; usual ones have a few hundred bytes.
  static let limit: UInt64 = 1 << 20

  /// The alignment is 8 with a few tools, otherwise 4.
  ///
  /// Throws `damaged` when a note does not end within the bytes; the notes before it are dropped too, because the
  /// damaged one may be a second note of the owner.
  static func notes(
    of owner: String, in bytes: Span<UInt8>, at offset: UInt64, alignment: UInt64
  ) throws(ELFFault) -> [ELFNote] {
    var notes: [ELFNote] = []
    let step = alignment == 8 ? 8 : 4
    var start = 0
    // The rest after the last note is padding.
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
