import AppControllerKit

/// The content of a screen in line mode: its elements in order, their numbers, and the lines that were written for
/// them.
///
/// An element keeps its number as long as the screen is shown, also while it is disabled. Only the beginning of a long
/// list, or of a long choice's options, is written at first. The rest follows in pages, or as the result of a search.
struct LineListing {
  private struct Entry {
    let element: AccessibleElement
    /// Nil for an element that is only read.
    let target: TerminalTarget?
    var number: Int?
    var lines: [String] = []
    /// Identifies the element across changes of the screen; nil when only its text does.
    var key: TerminalTarget? { target ?? element.id.map(TerminalTarget.node) }
  }

  private struct Run {
    let key: TerminalTarget?
    /// The positions of the entries at the run's own level.
    let heads: [Int]
    let end: Int
    /// The options of a choice are written when the user is asked for it.
    let isChoice: Bool
    /// In heads.
    var writtenCount: Int

    var hasMore: Bool { !isChoice && writtenCount < heads.count }
  }

  /// The number of heads from which on a run is divided, the number that is written at first, and the number on each
  /// page.
  private static let (long, first, page) = (21, 10, 20)

  /// The id of the provider, which marks its lines; nil for an object of the app.
  private let speaker: String?
  private var words = FaceWords.english
  private var entries: [Entry] = []
  private var runs: [Run] = []
  private var numbers: [TerminalTarget: Int] = [:]
  /// The number of each target is its index plus one.
  private(set) var choices: [TerminalTarget] = []
  private var positions: [TerminalTarget: Int] = [:]
  private var writtenLines: [TerminalTarget: [String]] = [:]
  private var writtenUnkeyedLines: Set<String> = []

  var hasMore: Bool { runs.contains(where: \.hasMore) }

  func element(of target: TerminalTarget) -> AccessibleElement? { positions[target].map { entries[$0].element } }

  func lines(of target: TerminalTarget) -> [String] { positions[target].map { entries[$0].lines } ?? [] }

  func contains(_ target: TerminalTarget) -> Bool { positions[target] != nil }

  func choices(named name: String) -> [TerminalTarget] {
    let name = name.lowercased()
    return entries.compactMap { $0.target != nil && $0.element.name.lowercased() == name ? $0.target : nil }
  }

  var firstInvalidID: String? { entries.first { $0.element.error != nil && $0.target != nil }?.element.id }

  init(speaker: String? = nil) { self.speaker = speaker }

  func marked(_ line: String) -> String { Self.marked(line, by: speaker) }

  static func marked(_ line: String, by speaker: String?) -> String {
    speaker.map { ProviderWords(line, of: $0).description } ?? line
  }

  // MARK: - Changing

  /// Returns the new or changed lines, without the part of a long run that is not written yet.
  mutating func update(_ picture: ScreenPicture) -> [String] {
    read(picture)
    let keys = Set(entries.compactMap(\.key))
    writtenLines = writtenLines.filter { keys.contains($0.key) }
    let (shown, former) = (entries.indices.filter { isWritten($0) }, writtenUnkeyedLines)
    defer { writtenUnkeyedLines = Set(shown.filter { entries[$0].key == nil }.flatMap { entries[$0].lines }) }
    return say(shown, unless: former)
  }

  /// The user has changed the element, so that its own change is not written again.
  mutating func note(_ picture: ScreenPicture, changed id: String) {
    let target = TerminalTarget.node(id)
    read(picture)
    if let position = positions[target] { writtenLines[target] = entries[position].lines }
  }

  /// Errors that have gone are written again when they return.
  mutating func forgetErrors(_ picture: ScreenPicture) {
    read(picture)
    for (target, lines) in writtenLines {
      guard let position = positions[target] else { continue }
      writtenLines[target] = lines.filter(Set(entries[position].lines).contains)
    }
  }

  private mutating func read(_ picture: ScreenPicture) {
    words = picture.words
    entries = Self.entries(of: picture)
    positions = [:]
    var text = AccessibleText(words, isSpoken: true)
    var ends: [Int] = []
    for position in entries.indices {
      if let target = entries[position].target {
        if numbers[target] == nil {
          choices.append(target)
          numbers[target] = choices.count
        }
        entries[position].number = numbers[target]
        positions[target] = position
      }
      text.append(entries[position].element, number: entries[position].number)
      ends.append(text.bytes.count)
    }
    var start = 0
    for (position, end) in ends.enumerated() {
      entries[position].lines = text.bytes[start..<end].split(separator: 0x0A).map {
        marked(String(decoding: $0, as: UTF8.self))
      }
      start = end
    }
    findRuns()
  }

  private static func entries(of picture: ScreenPicture) -> [Entry] {
    let surroundings = picture.tabBars.flatMap { bar in
      [nil] + bar.items.map { $0.id == bar.selectedID ? nil : TerminalTarget.tab(of: bar.id, $0.id) }
    }
    let leaving: [TerminalTarget?] = (picture.back == nil ? [] : [.back]) + (picture.isLayer ? [.close] : [])
    let around = surroundings + leaving
    let controls = picture.controls
    return picture.accessibleElements.enumerated().map { position, element in
      if position < around.count { return Entry(element: element, target: around[position]) }
      return Entry(element: element, target: element.id.flatMap { controls.contains($0) ? .node($0) : nil })
    }
  }

  private mutating func findRuns() {
    let former = Dictionary(
      runs.compactMap { run in run.key.map { ($0, run.writtenCount) } }, uniquingKeysWith: { $1 })
    runs = []
    var position = 0
    while position < entries.count {
      let head = entries[position].element
      guard [.listItem, .radioButton, .checkBox].contains(head.role) else {
        position += 1
        continue
      }
      var (heads, next) = ([position], position + 1)
      while next < entries.count, entries[next].element.level > head.level || entries[next].element.isLike(head) {
        if entries[next].element.level == head.level { heads.append(next) }
        next += 1
      }
      if heads.count >= Self.long {
        let key = entries[heads[0]].key
        let isChoice = head.role != .listItem && entries[heads[0]].number == nil
        let written = isChoice ? 0 : key.flatMap { former[$0] } ?? Self.first
        runs.append(
          Run(key: key, heads: heads, end: next, isChoice: isChoice, writtenCount: min(written, heads.count)))
      }
      position = next
    }
  }

  // MARK: - Saying

  private func isWritten(_ position: Int) -> Bool {
    if let key = entries[position].key, writtenLines[key] != nil { return true }
    if entries[position].element.states.contains(.checked) { return true }
    let run = runs.first { $0.heads[0] <= position && position < $0.end }
    return run.map { $0.writtenCount == $0.heads.count || position < $0.heads[$0.writtenCount] } ?? true
  }

  private mutating func say(_ positions: [Int], unless former: Set<String> = [], all: Bool = false) -> [String] {
    var (lines, run) = ([String](), 0)
    for position in positions {
      while run < runs.count, runs[run].end <= position { run += 1 }
      let entry = entries[position]
      let known = entry.key.map { Set(writtenLines[$0] ?? []) } ?? former
      if let key = entry.key { writtenLines[key] = entry.lines }
      let new = all ? entry.lines : entry.lines.filter { !known.contains($0) }
      lines += new
      if run < runs.count, !new.isEmpty, runs[run].writtenCount < runs[run].heads.count,
        position == runs[run].heads[runs[run].writtenCount] - 1
      {
        lines.append(rest(of: runs[run]))
      }
    }
    return lines
  }

  private func rest(of run: Run) -> String {
    if run.isChoice {
      let number = run.heads[0] > 0 ? entries[run.heads[0] - 1].number : nil
      return words(.options(run.heads.count, number: number))
    }
    return words(.more(run.heads.count - run.writtenCount, of: run.heads.count))
  }

  /// Of long runs, only the part that was written before.
  mutating func again() -> [String] { say(entries.indices.filter { isWritten($0) }, all: true) }

  mutating func more() -> [String] {
    guard let index = runs.firstIndex(where: \.hasMore) else { return [words(.noMore)] }
    let start = runs[index].heads[runs[index].writtenCount]
    runs[index].writtenCount = min(runs[index].writtenCount + Self.page, runs[index].heads.count)
    let run = runs[index]
    let end = run.hasMore ? run.heads[run.writtenCount] : run.end
    return say(Array(start..<end), all: true)
  }

  /// Looks into names and values; at most a page.
  mutating func find(_ word: String) -> [String] {
    let wanted = Folding.fold(word)
    let heads = Set(runs.flatMap(\.heads))
    let found = entries.indices.filter { position in
      guard entries[position].number != nil || heads.contains(position) else { return false }
      let element = entries[position].element
      return Folding.fold([element.name, element.value ?? ""].joined(separator: " ")).contains(wanted)
    }
    if found.isEmpty { return [words(.nothingFound)] }
    let lines = found.prefix(Self.page).flatMap { position in
      if let key = entries[position].key { writtenLines[key] = entries[position].lines }
      return entries[position].lines
    }
    return found.count > Self.page ? lines + [words(.moreFound(found.count - Self.page))] : lines
  }
}

extension AccessibleElement {
  fileprivate func isLike(_ other: AccessibleElement) -> Bool { level == other.level && role == other.role }
}

extension ScreenPicture {
  fileprivate var controls: Set<String> {
    var ids: Set<String> = []
    for child in node.visibleSubtree where child.arena.isActionable(child.index) {
      if let id = child.id { ids.insert(id) }
    }
    return ids
  }
}
