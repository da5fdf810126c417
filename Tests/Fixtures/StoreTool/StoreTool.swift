import AppControllerKit
import Glibc

/// One save, erase or load on a folder, for `Tests/Durability/run`, which kills it and lets its system calls fail.
///
///     StoreTool FOLDER save NAME             stores the session of a name
///     StoreTool FOLDER erase                 erases what is stored
///     StoreTool FOLDER load                  says what is stored
///     StoreTool FOLDER forget                loads, and lets go of what is stored when there is a line to read
///     StoreTool FOLDER change COUNT SEED     saves and erases, now and then only if nobody else was faster
///
/// A line `GENERATION NAME`, with `-` for nobody, says what is stored. Of a change it is written only when the store
/// has acknowledged it. The store's calls lie between two `getppid`.
@main
enum StoreTool {
  static let provider = "com.example.kitty"

  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count > 2 else { exit(64) }
    let store = FileSessionStore(directory: arguments[1])
    MainThread().run {
      do {
        try await run(arguments[2], Array(arguments[3...]), store)
      } catch {
        put("\(error)", to: STDERR_FILENO)
        exit(1)
      }
    }
  }

  private static func run(_ command: String, _ operands: [String], _ store: FileSessionStore) async throws {
    getppid()
    switch (command, operands.count) {
    case ("load", 0):
      let record = try await store.load(for: provider)
      getppid()
      if let warning = record.warning { put("warning: \(warning.what)") }
      try say(record)
    case ("save", 1):
      let record = try await store.replace(for: provider, with: session(of: operands[0]))
      getppid()
      try say(record)
    case ("erase", 0):
      let record = try await store.replace(for: provider, with: nil)
      getppid()
      try say(record)
    case ("forget", 0):
      var record = try await store.load(for: provider)
      put("\(record.generation) \(record.session == nil ? "empty" : "loaded")")
      _ = readLine()
      record = SessionRecord()
      put("forgotten")
      _ = readLine()
      put("\(record.generation) -")
    case ("change", 2):
      var random = Generator(state: UInt64(operands[1]) ?? 0)
      for number in 0..<(Int(operands[0]) ?? 0) {
        try await change(as: "\(operands[1])-\(number)", store, &random)
      }
    default: exit(64)
    }
  }

  /// Saves or erases, and checks that what it was told stays told.
  private static func change(as name: String, _ store: FileSessionStore, _ random: inout Generator) async throws {
    let session = random.next() % 3 == 0 ? nil : session(of: name)
    while true {
      do {
        let expected = random.next() % 2 == 0 ? try await store.load(for: provider).generation : nil
        let record = try await store.replace(for: provider, with: session, ifGeneration: expected)
        if let expected, record.generation <= expected { throw Failure("counted down from \(expected)") }
        try say(record)
        let later = try await store.load(for: provider)
        _ = try Self.name(of: later)
        guard later.generation >= record.generation else {
          throw Failure("\(record.generation) was acknowledged, and then \(later.generation) was read")
        }
        return
      } catch let error as AppControllerError where error.code == .sessionConflict {
        continue
      }
    }
  }

  // MARK: Sessions

  /// The session of a name: large, so that a file of a part of it is none.
  private static func session(of name: String) -> Session {
    func filler(_ text: String) -> String { String(repeating: text, count: 4096 / text.utf8.count) }
    return Session(
      subject: name, displayName: "The user \(name)", secret: Secret("token of " + filler("secret of \(name)\\\"")),
      expiresAt: Timestamp(secondsSince1970: 1 << 40),
      attributes: ["filler": String(filler(name + "\\\"").prefix(1000)), "name": name]
    )
  }

  private static func say(_ record: SessionRecord) throws { put("\(record.generation) \(try name(of: record))") }

  /// Writes a line at once, as `print` would at the end of the process.
  private static func put(_ line: String, to number: Int32 = STDOUT_FILENO) {
    let bytes = Array("\(line)\n".utf8)
    unsafe bytes.withUnsafeBytes { _ = unsafe write(number, $0.baseAddress, $0.count) }
  }

  /// The name that a session was made of.
  private static func name(of record: SessionRecord) throws -> String {
    guard let session = record.session else { return "-" }
    guard session == self.session(of: session.subject) else { throw Failure("the session is not whole") }
    return session.subject
  }
}

/// What the tool finds out that must not be.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = "StoreTool: \(description)" }
}

/// A generator that repeats itself for the same seed.
struct Generator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state >> 33
  }
}
