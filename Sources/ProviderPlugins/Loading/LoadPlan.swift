internal import AppControllerKit
internal import CSystem
internal import Glibc
internal import Synchronization

/// What the system's loader is handed for a set of libraries: paths that lead to their open files, whatever stands at
/// the files' own paths.
///
/// The loader knows a library by the path that it was handed, so that the files stay open until the process ends.
struct LoadPlan: Sendable {
  let files: [LibraryFile]
  let paths: [String]
  /// The path that the loader is given: that of the provider's library, or of a ``StubLibrary`` that needs all of them.
  let root: String
  /// All paths that the loader is given, or finds in a ``StubLibrary``.
  private let handed: [String]

  private static let kept = Mutex<[[UInt64]: LoadPlan]>([:])

  /// The folder of the process's open files; `nil` without /proc.
  ///
  /// It is not in /proc/self, which is another process for a debugger.
  private static let folder: String? = {
    var text = [CChar](repeating: 0, count: 16)
    let count = unsafe readlink("/proc/self", &text, text.count)
    if count <= 0 { return nil }
    return "/proc/\(String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self))/fd"
  }()

  static func hasMapped(_ path: String) -> Bool {
    kept.withLock { kept in
      kept.values.contains { plan in plan.files.contains { $0.path.utf8.elementsEqual(path.utf8) } }
    }
  }

  /// Made once, before a sandbox forbids to make files in memory; throws when a file has changed since it was mapped.
  static func of(_ libraries: LibrarySet) throws(PluginError) -> LoadPlan {
    let others = libraries.handed.filter { MappedLibrary.path(ofName: $0.name) == nil }
    let files = [libraries.main] + others.map(\.file)
    let key = files.flatMap { [$0.status.identity.device, $0.status.identity.number] }
    if let plan = kept.withLock({ $0[key] }) {
      for (file, known) in zip(files, plan.files) { try file.status.require(known.status, file.path) }
      return plan
    }
    let plan = try LoadPlan(files, others)
    kept.withLock { $0[key] = plan }
    return plan
  }

  private init(_ files: [LibraryFile], _ others: [NeededLibraries.Opened]) throws(PluginError) {
    guard let folder = Self.folder else { throw .notHanded(files[0].path, ENOENT) }
    self.files = files
    paths = files.map { "\(folder)/\($0.number)" }
    var handed = paths
    func stub(_ library: StubLibrary) throws(PluginError) -> String {
      let bytes = library.bytes
      let number = unsafe memory_file(bytes, bytes.count)
      if number < 0 { throw .notHanded(files[0].path, -number) }
      handed.append("\(folder)/\(number)")
      return handed[handed.count - 1]
    }
    if others.isEmpty {
      root = paths[0]
    } else {
      var needed = [paths[0]]
      for (library, path) in zip(others, paths.dropFirst()) {
        // The loader would not know a library by another name than its own.
        let isKnown = library.soname.map { $0.utf8.elementsEqual(library.name.utf8) } ?? false
        needed.append(isKnown ? path : try stub(StubLibrary(soname: library.name, needed: [path])))
      }
      root = try stub(StubLibrary(needed: needed))
    }
    self.handed = handed
  }

  func has(_ library: MappedLibrary) -> Bool { handed.contains(library.path) }

  func readable(_ message: String) -> String {
    var message = message
    for (path, file) in zip(paths, files) {
      let parts = message.split(separator: "\(path):", omittingEmptySubsequences: false)
      message = parts.joined(separator: "\(file.path):")
    }
    return message
  }
}

extension PluginError {
  fileprivate static func notHanded(_ path: String, _ number: Int32) -> PluginError {
    let words = unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
    return PluginError(
      .loadFailed, what: "\(path) could not be handed to the system's loader: \(words)",
      why: "the loader is given open files, so that it maps what was checked; that needs /proc and files in memory",
      fix: "mount /proc in the container or chroot, and raise the limit of open files if it is reached"
    )
  }
}
