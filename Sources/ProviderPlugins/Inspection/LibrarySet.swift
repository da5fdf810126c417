internal import AppControllerKit

/// A provider's library and the libraries that it brings, each opened once.
///
/// The decision about isolation, the quarantine, the checks, the pin, the rules of the sandbox and the loader are about
/// these open files, whatever stands at their paths by then.
final class LibrarySet {
  enum Process {
    /// This one, which does not map what it has mapped already.
    case this
    case new
  }

  let main: LibraryFile
  let process: Process
  /// A failure is the reason why it has none that can be read.
  let contents: Result<(library: OpenedLibrary, linkage: LibraryLinkage), PluginError>
  let needed: [NeededLibraries.Opened]
  private let missing: PluginError?
  private let mapped: [(name: String, path: String)]

  convenience init(_ main: LibraryFile, for process: Process) {
    let contents = Self.contents(of: main)
    guard case .success(let (_, linkage)) = contents else {
      self.init(main, process, contents, nil)
      return
    }
    let search = process == .this ? LibrarySearch.ofThisProcess() : .ofNewProcess()
    self.init(main, process, contents, NeededLibraries(linkage.dynamic, path: main.path, search: search))
  }

  convenience init(_ main: LibraryFile, _ libraries: NeededLibraries?) {
    self.init(main, .this, Self.contents(of: main), libraries)
  }

  private init(
    _ main: LibraryFile, _ process: Process,
    _ contents: Result<(library: OpenedLibrary, linkage: LibraryLinkage), PluginError>, _ libraries: NeededLibraries?
  ) {
    (self.main, self.process, self.contents) = (main, process, contents)
    needed = libraries?.opened ?? []
    missing = libraries?.problems(path: main.path).first
    mapped = (libraries?.found ?? []).compactMap {
      if case .loaded(let path) = $0.place { ($0.name, path) } else { nil }
    }
  }

  /// Another process has opened the files for this one.
  init(_ main: LibraryFile, handed: [NeededLibraries.Opened]) {
    (self.main, process, contents) = (main, .this, Self.contents(of: main))
    (needed, missing, mapped) = (handed, nil, [])
  }

  private static func contents(
    of main: LibraryFile
  ) -> Result<(library: OpenedLibrary, linkage: LibraryLinkage), PluginError> {
    do throws(PluginError) {
      let library = try OpenedLibrary(main, path: main.path)
      // The linkage is read first, because a program has no note, but the missing note is not its problem.
      return .success((library, try LibraryLinkage(library, path: main.path)))
    } catch {
      return .failure(error)
    }
  }

  /// Those of them that the loader cannot be left to find by itself, because others could make it find another file.
  var handed: [NeededLibraries.Opened] { needed.filter { !$0.isOfSystem } }

  var files: [LibraryFile] { [main] + handed.map(\.file) }

  /// What is not there when the loader's place is looked at could be there when the loader looks.
  func requireAll() throws(PluginError) {
    if let missing { throw missing }
  }

  /// Each problem is listed once.
  func problems(_ trust: FileTrust) -> [PluginError] {
    var problems: [PluginError] = []
    for file in files {
      problems += trust.problems(of: file.status, at: file.path).filter { !problems.contains($0) }
    }
    return problems
  }
}

// MARK: - The pin

extension LibrarySet {
  /// The digest of the file when the library brings no others, otherwise that of what `sha256sum NAME... | LC_ALL=C
  /// sort` prints in a folder with all of them.
  ///
  /// Libraries that only the administrator can replace do not count, because updates of the system would change the
  /// pin.
  func pin() throws(PluginError) -> Digest {
    let others = try pinnedOthers()
    let digest = try Digest(ofFile: main)
    if others.isEmpty { return digest }
    var lines = ["\(digest)  \(main.path.lastComponent)\n"]
    for (name, file) in others { lines.append("\(try Digest(ofFile: file))  \(name)\n") }
    lines.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return Digest(of: Array(lines.joined().utf8).span)
  }

  func pinnedOthers() throws(PluginError) -> [(name: String, file: LibraryFile)] {
    var others = needed.filter { !InstallationTrust.coversSystem($0.file) }.map { ($0.name, $0.file) }
    // What this process has mapped already is what runs.
    for (name, path) in mapped {
      let file = try LibraryFile(at: path)
      if !InstallationTrust.coversSystem(file) { others.append((name, file)) }
    }
    return others
  }
}

extension Digest {
  init(ofFile file: LibraryFile) throws(PluginError) {
    do throws(ELFFault) { try self.init(of: file) } catch { throw PluginError(error, file.path) }
  }
}

// MARK: - What an isolated provider may read

extension LibrarySet {
  /// The folder of resources beside the library, opened at each call: `libkitty.resources` for `libkitty.so`.
  ///
  /// A link in the place of the folder is left out, because it could lead anywhere.
  var resources: Place? {
    let path = main.path
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let name = path[(slash.map { path.utf8.index(after: $0) } ?? path.startIndex)...]
    // The name may also be libkitty.so.1, to which a link named libkitty.so leads.
    guard let end = name.utf8.firstRange(of: ".so".utf8)?.lowerBound else { return nil }
    let place = try? Place(resolved: "\(path[..<end]).resources")
    return place?.isFolder == true ? place : nil
  }
}
