import AppControllerKit

/// The pictures in a terminal with kitty's graphics protocol, and the sequences that update them for a frame.
///
/// It is a value, so that an update which the terminal does not accept can be dropped. A picture is decoded by us
/// before it is sent, so that the terminal's decoder gets only checked bytes.
struct KittyGraphics: Sendable, Equatable {
  private struct Placement: Sendable, Equatable {
    let image: UInt32
    /// Counts the placements of one picture, from 1.
    let number: Int
    let picture: TerminalPicture
  }

  /// The number before that of the first picture; other programs begin at 1.
  private static let base: UInt32 = 0x4143_4B00
  /// Above this number, the terminal is told to delete pictures out of view.
  private static let maximumPictures = 16
  /// In Base64 digits.
  private static let chunk = 4096
  private var numbers: [AssetImage: UInt32] = [:]
  private var last = Self.base
  private var placed: [Placement] = []

  /// Leaves the cursor at an unspecified position; the old frame is nil when it is not known.
  mutating func bytes(for frame: TerminalFrame, after old: TerminalFrame?) -> [UInt8] {
    var bytes: [UInt8] = []
    if old == nil, !numbers.isEmpty {
      bytes += TerminalSequences.deletePictures
      (numbers, placed) = ([:], [])
    }
    let wanted = placements(in: frame, &bytes)
    for former in placed where !wanted.contains(where: { $0.image == former.image && $0.number == former.number }) {
      add("a=d,d=i,i=\(former.image),p=\(former.number),q=2", to: &bytes)
    }
    for placement in wanted where !placed.contains(placement) || isRewritten(placement.picture.seen, frame, old) {
      place(placement, &bytes)
    }
    placed = wanted
    forget(&bytes)
    return bytes
  }

  /// Also sends the pictures that the terminal lacks.
  private mutating func placements(in frame: TerminalFrame, _ bytes: inout [UInt8]) -> [Placement] {
    var placements: [Placement] = []
    for picture in frame.pictures {
      let image = picture.picture.image
      if numbers[image] == nil {
        last = last == .max ? Self.base : last + 1
        numbers[image] = last
        send(image, as: last, &bytes)
      }
      guard let number = numbers[image] else { continue }
      placements.append(
        Placement(image: number, number: placements.count { $0.image == number } + 1, picture: picture))
    }
    return placements
  }

  /// Some terminals remove a picture when a row under it is written.
  private func isRewritten(_ rows: Range<Int>, _ frame: TerminalFrame, _ old: TerminalFrame?) -> Bool {
    guard let old, old.grid.columns == frame.grid.columns, old.grid.rows == frame.grid.rows else { return true }
    return rows.contains { !frame.grid.isSame($0, in: old.grid) }
  }

  private func send(_ image: AssetImage, as number: UInt32, _ bytes: inout [UInt8]) {
    let digits = Base64.encoded(image.bytes)
    for start in stride(from: 0, to: digits.count, by: Self.chunk) {
      let piece = digits[start..<min(start + Self.chunk, digits.count)]
      let more = piece.endIndex < digits.count ? 1 : 0
      add(start == 0 ? "a=t,f=100,t=d,i=\(number),q=2,m=\(more)" : "m=\(more)", piece, to: &bytes)
    }
  }

  private func place(_ placement: Placement, _ bytes: inout [UInt8]) {
    let (picture, cells) = (placement.picture.picture, placement.picture.rectangle)
    let seen = placement.picture.seen
    bytes += Array("\u{1B}[\(seen.lowerBound + 1);\(cells.column + 1)H".utf8)
    var text = "a=p,i=\(placement.image),p=\(placement.number),c=\(picture.columns),r=\(seen.count),C=1,q=2"
    if seen.count < picture.rows {
      let (top, end) = (seen.lowerBound - cells.row, seen.upperBound - cells.row)
      let first = top * picture.image.height / picture.rows
      text += ",x=0,y=\(first),w=\(picture.image.width),h=\(max(1, end * picture.image.height / picture.rows - first))"
    }
    add(text, to: &bytes)
  }

  private mutating func forget(_ bytes: inout [UInt8]) {
    if numbers.count <= Self.maximumPictures { return }
    for (image, number) in numbers.sorted(by: { $0.value < $1.value })
    where numbers.count > Self.maximumPictures && !placed.contains(where: { $0.image == number }) {
      add("a=d,d=I,i=\(number),q=2", to: &bytes)
      numbers[image] = nil
    }
  }

  private func add(_ keys: String, _ payload: ArraySlice<UInt8> = [], to bytes: inout [UInt8]) {
    bytes += Array("\u{1B}_G\(keys)".utf8)
    if !payload.isEmpty {
      bytes.append(UInt8(ascii: ";"))
      bytes += payload
    }
    bytes += [0x1B, UInt8(ascii: "\\")]
  }
}

extension TerminalSequences {
  static let deletePictures: [UInt8] = Array("\u{1B}_Ga=d,d=A,q=2\u{1B}\\".utf8)
  /// Asks with a picture of one pixel that is not shown.
  static let askForPictures = "\u{1B}_Gi=\(pictureQuestion),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
  static let pictureQuestion = 31

  /// Some terminals print a question that they do not know, and a multiplexer may lose pictures silently.
  static func mayAskForPictures(environment: [String: String]) -> Bool {
    let term = environment["TERM"] ?? ""
    let names = ["linux", "screen", "tmux", "Eterm", "vt", "cons", "dumb"]
    return environment["TMUX"]?.isEmpty != false && environment["STY"]?.isEmpty != false
      && environment["TERM_PROGRAM"] != "Apple_Terminal" && !names.contains { term.hasPrefix($0) }
  }
}
