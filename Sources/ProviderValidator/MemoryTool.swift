internal import AppControllerKit
import Glibc
internal import ProviderPlugins

/// What watches the provider's memory while a child checks it.
enum MemoryTool: Sendable {
  /// The allocator, which fills memory that is freed.
  case allocator
  /// The sanitizer that the library was built with, by the runtimes that have to be loaded before everything else.
  case sanitizer(runtimes: [String])
  /// The folder has a copy of this program which valgrind can read.
  case valgrind(program: String, folder: TemporaryFolder, copy: String)

  /// The names of reports in the folder of a child; a sanitizer adds the number of the process.
  private static let (valgrindReport, sanitizerReport) = ("valgrind.xml", "sanitizer")

  /// A runtime is loaded first only when the administrator alone can replace it, because it runs before the child has
  /// given up its rights.
  static func chosen(for path: String, valgrind: String?, executable: String) throws(AppControllerError) -> MemoryTool {
    if let valgrind {
      let bytes = try FileSystem.content(of: executable, atMost: 1 << 30)
      guard let folder = TemporaryFolder() else { throw FileSystem.failure("make a folder in", "TMPDIR", errno) }
      let copy = folder.path.appending(entry: "appctl")
      try write(withoutSections(bytes), to: copy)
      return .valgrind(program: valgrind, folder: folder, copy: copy)
    }
    let files = (try? ProviderInspector().facts(of: path, hasDigest: false))?.files ?? []
    let runtimes = files.filter { file in
      let name = file.path.split(separator: "/").last ?? ""
      return file.isOfSystem && prefixes.contains { name.utf8.starts(with: $0.utf8) }
    }
    return runtimes.isEmpty ? .allocator : .sanitizer(runtimes: runtimes.map(\.path))
  }

  private static let prefixes = [
    "libasan.so", "libtsan.so", "libubsan.so", "libclang_rt.asan", "libclang_rt.tsan", "libclang_rt.ubsan",
  ]

  /// Whether it needs more memory and files than a child may have; the sandbox knows a sanitizer by itself.
  var isUnlimited: Bool {
    switch self {
    case .allocator, .sanitizer: false
    case .valgrind: true
    }
  }

  var slowness: Int {
    switch self {
    case .allocator: 1
    case .sanitizer: 2
    case .valgrind: 20
    }
  }

  /// What the user has said of a sanitizer comes last.
  func prepare(_ environment: inout [String: String], in folder: String?) {
    switch self {
    case .allocator:
      // Blocks in the cache of a thread are not filled.
      environment["GLIBC_TUNABLES"] = "glibc.malloc.perturb=165:glibc.malloc.tcache_count=0"
    case .sanitizer(let runtimes):
      environment["LD_PRELOAD"] = (runtimes + [environment["LD_PRELOAD"]].compactMap(\.self)).joined(separator: ":")
      let report = folder.map { "log_path=\($0.appending(entry: Self.sanitizerReport))" }
      for (name, options) in Self.options {
        environment[name] = [options, report, environment[name]].compactMap(\.self).joined(separator: ":")
      }
    case .valgrind: break
    }
  }

  /// The first fault ends the child; leaks are left out, for which there are checks.
  private static let options = [
    ("ASAN_OPTIONS", "detect_leaks=0:print_legend=0:malloc_context_size=8"),
    ("UBSAN_OPTIONS", "halt_on_error=1:print_stacktrace=1"),
    ("TSAN_OPTIONS", "halt_on_error=1:ignore_noninstrumented_modules=1"),
  ]

  func program(
    _ executable: String, _ arguments: [String], _ environment: [String: String], in folder: String?
  ) -> ChildProcess.Program {
    guard case .valgrind(let valgrind, _, let copy) = self, let folder else {
      return .init(path: executable, arguments: arguments, environment: environment)
    }
    let options = [
      "--xml=yes", "--xml-file=\(folder.appending(entry: Self.valgrindReport))", "--quiet", "--num-callers=40",
    ]
    return .init(
      path: valgrind, arguments: ["valgrind"] + options + [copy] + arguments.dropFirst(), environment: environment)
  }

  /// A sanitizer looks for the names of functions there.
  func readable(_ executable: String) -> [String] {
    guard case .sanitizer = self else { return [] }
    return [Self.resolved(executable)]
  }

  func report(
    into outcomes: inout [CheckListener.CheckOutcome], about library: String, by process: Int32, _ executable: String,
    in folder: String?
  ) {
    // The provider could have put a link or a pipe there.
    func text(_ name: String) -> String? {
      guard let folder, let opened = try? FileSystem.openFolder(folder), let file = try? opened.openEntry(name),
        let status = try? file.status(), status.kind == .regular, status.size <= 64 << 20
      else { return nil }
      return (try? file.read(atMost: status.size)).map { String(decoding: $0, as: UTF8.self) }
    }
    switch self {
    case .allocator: break
    case .sanitizer:
      // It has ended the last check.
      guard let report = text("\(Self.sanitizerReport).\(process)"), !outcomes.isEmpty else { return }
      let finding = SanitizerReport(report, of: Self.resolved(executable)).finding
      outcomes[outcomes.count - 1].outcome = .failed(finding)
    case .valgrind:
      guard let report = text(Self.valgrindReport), !outcomes.isEmpty,
        let finding = ValgrindReport(report).finding(about: library)
      else { return }
      outcomes[0].outcome = .failed(finding)
    }
  }

  private static func resolved(_ executable: String) -> String {
    guard let path = unsafe realpath(executable, nil) else { return executable }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }

  /// Valgrind would look in the table of sections for debug information, and versions up to 3.19 give up at what
  /// Swift's compiler writes.
  private static func withoutSections(_ program: [UInt8]) -> [UInt8] {
    var program = program
    // e_shoff, then e_shentsize, e_shnum and e_shstrndx of the header of a 64-bit ELF file.
    for index in [0x28..<0x30, 0x3A..<0x40].joined() where index < program.count { program[index] = 0 }
    return program
  }

  private static func write(_ bytes: [UInt8], to path: String) throws(AppControllerError) {
    let number = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o700)
    guard number >= 0 else { throw FileSystem.failure("write", path, errno) }
    defer { close(number) }
    let count = unsafe bytes.withUnsafeBytes { bytes in
      unsafe FileSystem.writeAll(bytes) { unsafe Glibc.write(number, $0.baseAddress, $0.count) }
    }
    if count < bytes.count { throw FileSystem.failure("write", path, errno) }
  }
}

/// The report of a sanitizer, without the calls of the host and the bytes around a fault.
private struct SanitizerReport {
  private var lines: [Substring] = []

  init(_ text: String, of executable: String) {
    var isInHost = false
    for line in text.split(separator: "\n") {
      if line.utf8.starts(with: "Shadow bytes".utf8) { break }
      let isFrame = line.drop { $0 == " " }.first == "#"
      let isOfHost = [executable, "ProviderValidator"].contains { line.firstRange(of: $0) != nil }
      isInHost = isFrame && (isInHost || isOfHost)
      if !isInHost, line.contains(where: { $0 != "=" }) { lines.append(line) }
    }
  }

  var finding: CheckFinding {
    let text = lines.joined(separator: "\n")
    return CheckFinding(
      expected: "The sanitizer that the library was built with should find nothing",
      seen: "it says: \(CrashReason.line(of: text) ?? text)", cause: "The calls that led there are printed",
      printed: String(text.prefix(4000)))
  }
}

/// The errors in a report of valgrind, without the calls of the host.
private struct ValgrindReport {
  private let errors: [Substring]

  init(_ xml: String) { errors = Self.elements("error", in: xml[...]) }

  /// Returns the first error with the library in its first stack; a leak is none.
  func finding(about library: String) -> CheckFinding? {
    for error in errors {
      let kind = Self.elements("kind", in: error).first ?? ""
      guard let stack = Self.elements("stack", in: error).first, !kind.utf8.starts(with: "Leak_".utf8) else { continue }
      let frames = Self.elements("frame", in: stack)
      func isOwn(_ frame: Substring) -> Bool { Self.elements("obj", in: frame) == [library[...]] }
      let calls = frames.filter(isOwn)
      guard let own = calls.first else { continue }
      let what = Self.elements("what", in: error).first ?? Self.elements("text", in: error).first ?? kind
      return CheckFinding(
        expected: "Valgrind should find nothing in the library", seen: "it says: \(what), in \(Self.words(own))",
        cause: "The calls that led there are printed", printed: calls.map(Self.words).joined(separator: "\n"))
    }
    return nil
  }

  /// The elements of a name are not nested.
  private static func elements(_ name: String, in xml: Substring) -> [Substring] {
    xml.split(separator: "<\(name)>").dropFirst().compactMap { rest in
      rest.firstRange(of: "</\(name)>").map { rest[..<$0.lowerBound] }
    }
  }

  private static func words(_ frame: Substring) -> String {
    func text(_ name: String) -> String? {
      elements(name, in: frame).first.map { text in
        [("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")].reduce(String(text)) { $0.replacing($1.0, with: $1.1) }
      }
    }
    let place = text("file").map { "\($0):\(text("line") ?? "?")" } ?? text("obj") ?? "?"
    return "\(text("fn") ?? "a function without a name") (\(place))"
  }
}
