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
