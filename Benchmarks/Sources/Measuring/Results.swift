import Glibc

/// Writes the results, one JSON object a line, to the file that `BENCHMARK_RESULTS` names; without it, nowhere.
enum Results {
  static func append(_ record: Record) {
    guard let path = System.environment("BENCHMARK_RESULTS") else { return }
    guard let file = unsafe fopen(path, "a") else { fatalError("cannot write \(path)") }
    unsafe fputs(record.line + "\n", file)
    unsafe fclose(file)
  }
}

/// One line of a table as a JSON object.
struct Record {
  private var members: [String] = []

  init(table: String, title: String, line: String) {
    set("table", table)
    set("title", title)
    set("line", line)
  }

  var line: String { "{\(members.joined(separator: ","))}" }

  mutating func set(_ name: String, _ text: String) {
    if !text.isEmpty { members.append("\"\(name)\":\"\(Self.escaped(text))\"") }
  }

  mutating func set(_ name: String, _ number: Double) {
    if number.isFinite { members.append("\"\(name)\":\(number)") }
  }

  mutating func set(_ name: String, _ number: Int) { members.append("\"\(name)\":\(number)") }

  mutating func set(_ name: String, _ flag: Bool) { members.append("\"\(name)\":\(flag)") }

  /// Escapes a text of our own words and paths, in which no other character needs it.
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      if character == "\"" || character == "\\" { result.append("\\") }
      result.append(character.isNewline ? " " : character)
    }
  }
}
