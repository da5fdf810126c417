internal import AppControllerJSON
internal import AppControllerKit

/// Finds the differences between recorded answers and those of another build.
///
/// Elements of arrays are matched by their ids, then by their content, so that an inserted node is one difference. A
/// path leads through the recorded answer; the path of a value that is only in the new answer leads through the new
/// one.
///
/// The secrets of two sessions or credentials count as the same when each occurs exactly where the other does. The
/// times at which they end count as the same when they are equal, or equally long after their answers, up to a minute.
struct ReplyComparison {
  struct Finding {
    var path = ReplyPath()
    /// `nil` for no recorded value.
    let recorded: JSONValue?
    /// `nil` for no new value.
    let found: JSONValue?
  }

  /// The secrets that replace the recorded ones, by the recorded numbers.
  private let given: SecretNumbers
  private let givenCount: Int
  private let found: SecretNumbers
  /// The new build has not issued a secret for these recorded numbers yet.
  private var open: Set<Int>
  private var findings: [Finding] = []
  /// The moments of the two answers, in seconds since 1970.
  private var moments: (recorded: Int64, found: Int64) = (0, 0)

  /// A secret that the new build issues replaces the recorded one in `given`.
  init(given: SecretNumbers, count: Int, issued: Set<Int>, found: SecretNumbers) {
    (self.given, givenCount, open, self.found) = (given, count, issued, found)
  }

  mutating func findings(
    _ recorded: JSONValue, at recordedMoment: Int64, _ found: JSONValue, at foundMoment: Int64
  ) -> [Finding] {
    moments = (recordedMoment, foundMoment)
    findings = []
    let (recorded, found) = (redacted(recorded), redacted(found))
    let kinds = [recorded, found].map { ($0["reply"] ?? $0["error"]?["code"])?.stringValue ?? "" }
    // A provider that ignores an event behaves like one without a function for events.
    if kinds.sorted() == ["done", "unsupported"] { return [] }
    // The members of two different kinds of answers cannot be compared.
    if kinds[0] != kinds[1] {
      note(recorded, found, ReplyPath().appending("reply"))
    } else if recorded["error"] == nil {
      compare(recorded, found, ReplyPath())
    }
    return findings
  }

  /// They were recorded in a text before the recorder knew them.
  private func redacted(_ value: JSONValue) -> JSONValue { .object(found.redacted(value.objectValue ?? [])) }

  private mutating func note(_ recorded: JSONValue?, _ found: JSONValue?, _ path: ReplyPath) {
    findings.append(Finding(path: path, recorded: recorded, found: found))
  }

  private mutating func compare(_ recorded: JSONValue?, _ found: JSONValue?, _ path: ReplyPath) {
    switch (recorded, found) {
    case (.object(let old)?, .object(let new)?):
      for member in old { compare(member.value, found?[member.name], path.appending(member.name)) }
      for member in new where recorded?[member.name] == nil { note(nil, member.value, path.appending(member.name)) }
    case (.array(let old)?, .array(let new)?): compare(old, new, path)
    case (.int(let old)?, .int(let new)?)
    where path.ends(with: "session", "secret") || path.ends(with: "session", "refreshToken")
      || path.ends(with: "credential", "secret"):
      if !isSame(secret: Int(old), Int(new)) { note(.string("(secret)"), .string("(another secret)"), path) }
    case (.int(let old)?, .int(let new)?)
    where path.ends(with: "session", "expiresAt") || path.ends(with: "session", "secretExpiresAt")
      || path.ends(with: "credential", "expiresAt"):
      let lifetimes = (Double(old) - Double(moments.recorded), Double(new) - Double(moments.found))
      if old != new, abs(lifetimes.0 - lifetimes.1) > 60 { note(recorded, found, path) }
    case (.string(let old)?, .string(let new)?):
      if UTF8Key(text: old) != UTF8Key(text: new) { note(recorded, found, path) }
    default: if recorded != found { note(recorded, found, path) }
    }
  }

  private mutating func compare(_ old: [JSONValue], _ new: [JSONValue], _ path: ReplyPath) {
    let changes = new.map(\.matchingKey).difference(from: old.map(\.matchingKey))
    var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
    for change in changes {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var (from, to) = (0, 0)
    while from < old.count || to < new.count {
      let (isRemoved, isInserted) = (removed.contains(from), inserted.contains(to))
      if isRemoved == isInserted, !isRemoved || old[from].isOfKind(of: new[to]) {
        compare(old[from], new[to], path.appending(from))
        (from, to) = (from + 1, to + 1)
      } else if isRemoved {
        note(old[from], nil, path.appending(from))
        from += 1
      } else {
        note(nil, new[to], path.appending(to))
        to += 1
      }
    }
  }

  private mutating func isSame(secret old: Int, _ new: Int) -> Bool {
    let secret = found.standIn(for: new)
    let number = given.number(of: secret)
    if number == old { return true }
    guard number > givenCount, open.remove(old) != nil else { return false }
    // From now on, the questions contain the new secret instead of the recorded one.
    given.assign(secret, to: old)
    return true
  }
}

extension JSONValue {
  fileprivate var matchingKey: String { self["id"]?.stringValue.map { "id \($0)" } ?? text }

  fileprivate func isOfKind(of other: JSONValue) -> Bool {
    self["kind"] == other["kind"] && self["effect"] == other["effect"]
  }
}
