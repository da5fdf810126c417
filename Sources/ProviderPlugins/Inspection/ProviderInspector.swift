internal import AppControllerKit

/// Inspects providers without running any of their code.
///
/// It reads files, and calls neither `dlopen` nor any function of a library. It checks each declaration in a file
/// against the file's content; a malformed file is refused and has no other effect.
package struct ProviderInspector: Sendable {
  package static let exportLimit = 256

  package var hostABI = ABIRange.host
  var trust = FileTrust.current
  var search = LibrarySearch.ofThisProcess()
  fileprivate var looksUpSymbols = true

  package init() {}

  /// Reads the first page of the file, and one more page if the note is elsewhere.
  ///
  /// Throws an error that names the kind of the file when it is not a provider.
  package func note(of path: String) throws(PluginError) -> ProviderNote {
    try note(ofResolved: LibraryFile.resolve(path))
  }

  /// Throws also when the path is a link.
  package func note(ofResolved path: String) throws(PluginError) -> ProviderNote {
    try ProviderNote(of: LibraryFile(resolved: path))
  }

  /// Throws only when there is no readable file at the path; the whole file is read for the digest.
  package func facts(of path: String, hasDigest: Bool = true) throws(PluginError) -> ProviderFacts {
    let file = try LibraryFile(at: path)
    var facts = ProviderFacts(path: file.path)
    facts.status = file.status
    do throws(ELFFault) {
      if hasDigest, file.size <= Digest.sizeLimit { facts.digest = try Digest(of: file) }
    } catch {
      facts.problems.append(PluginError(error, file.path))
    }
    facts.add(file, self)
    let libraries = LibrarySet(file, facts.libraries)
    facts.concerns = libraries.problems(trust)
    facts.files = libraries.facts(trust, hasDigest: hasDigest)
    if hasDigest, facts.digest != nil { facts.pin = try? libraries.pin() }
    return facts
  }
}

extension ProviderInspector {
  /// The file's status and the libraries around it are left out.
  func facts(of bytes: any ByteSource, path: String) -> ProviderFacts {
    var facts = ProviderFacts(path: path)
    var inspector = self
    inspector.looksUpSymbols = false
    facts.add(bytes, inspector)
    return facts
  }
}

extension ProviderFacts {
  fileprivate mutating func add(_ bytes: any ByteSource, _ inspector: ProviderInspector) {
    do throws(PluginError) {
      let library = try OpenedLibrary(bytes, path: path)
      machine = library.image.header.machine.name
      wantsExecutableStack = library.image.wantsExecutableStack
      add(library, inspector)
    } catch {
      problems.append(error)
    }
  }

  private mutating func add(_ library: OpenedLibrary, _ inspector: ProviderInspector) {
    let linkage: Result<LibraryLinkage, PluginError>
    do throws(PluginError) {
      linkage = .success(try LibraryLinkage(library, path: path))
    } catch {
      linkage = .failure(error)
      // A program has no note, but the missing note is not its problem.
      if error.code == .program { return problems.append(error) }
    }
    addNote(library, inspector)
    switch linkage {
    case .success(let linkage): add(linkage, inspector)
    case .failure(let error): problems.append(error)
    }
  }

  private mutating func addNote(_ library: OpenedLibrary, _ inspector: ProviderInspector) {
    do throws(PluginError) {
      let note = try ProviderNote(library.image, library.windows, path: path)
      self.note = note
      if let problem = note.incompatibility(with: inspector.hostABI, path: path) { problems.append(problem) }
    } catch {
      problems.append(error)
    }
  }

  private mutating func add(_ linkage: LibraryLinkage, _ inspector: ProviderInspector) {
    soname = linkage.dynamic.soname?.displayable
    if let list = linkage.dynamic.runpath ?? linkage.dynamic.rpath {
      runPath = LibrarySearch.parts(of: Array(list.utf8)) { $0 == UInt8(ascii: ":") }
    }
    do throws(PluginError) {
      let found = try linkage.exports(atMost: ProviderInspector.exportLimit)
      (exports, exportCount) = (found.names.map(\.displayable), found.count)
      swiftRuntime = try linkage.swiftRuntime()
      try linkage.checkEntry()
    } catch {
      problems.append(error)
    }
    let libraries = NeededLibraries(linkage.dynamic, path: path, search: inspector.search)
    (needed, self.libraries) = (libraries.found, libraries)
    let missing = libraries.problems(path: path)
    problems += missing
    // The symbols of a missing library are unknown.
    guard missing.isEmpty, let imports = try? linkage.imports(), inspector.looksUpSymbols,
      let scope = SymbolScope(linkage, imports, path: path, libraries)
    else { return }
    problems += scope.undefined().map { PluginError.undefinedSymbols($0.names, neededBy: $0.path) }
  }
}

package struct FileFacts: Sendable {
  /// The path has every link resolved.
  package let path: String
  package let owner: UInt32
  /// `nil` when it could not be read, or does not count in a pin.
  package let digest: Digest?
  /// Whether only the administrator can replace it, and it is not the provider's own file.
  package let isOfSystem: Bool
  /// `nil` when it is trusted.
  package let problem: PluginError?
}

package struct ProviderFacts: Sendable {
  /// The path has every link resolved.
  package let path: String
  /// `nil` when the bytes do not come from a file.
  package var status: LibraryStatus?
  /// `nil` when it could not be read, or is larger than 1 GiB.
  package var digest: Digest?
  /// The processor that the library is built for, such as `x86-64`; `nil` when it is no library for this host.
  package var machine: String?
  /// `nil` when it is missing or malformed.
  package var note: ProviderNote?
  /// Its own name (`DT_SONAME`).
  package var soname: String?
  /// `nil` when it could not be determined.
  package var swiftRuntime: SwiftRuntime?
  package var exports: [String] = []
  package var exportCount = 0
  /// The libraries that it needs, including indirect ones.
  package var needed: [NeededLibrary] = []
  package var runPath: [String] = []
  package var wantsExecutableStack = false
  fileprivate var libraries: NeededLibraries?
  /// The provider's file is the first; those that the process has mapped already are left out.
  package var files: [FileFacts] = []
  /// `nil` when a file could not be read.
  package var pin: Digest?
  package var problems: [PluginError] = []
  /// They prevent loading from a folder that is searched, and are only a warning for a file that the user has named.
  package var concerns: [PluginError] = []

  init(path: String) { self.path = path }

  package var wouldLoad: Bool { problems.isEmpty }
}

extension LibrarySet {
  fileprivate func facts(_ trust: FileTrust, hasDigest: Bool) -> [FileFacts] {
    let own = FileFacts(main, trust, isOfSystem: false, hasDigest: hasDigest)
    let others = needed.map { library in
      let isOfSystem = InstallationTrust.coversSystem(library.file)
      return FileFacts(library.file, trust, isOfSystem: isOfSystem, hasDigest: hasDigest)
    }
    return [own] + others
  }
}

extension FileFacts {
  fileprivate init(_ file: LibraryFile, _ trust: FileTrust, isOfSystem: Bool, hasDigest: Bool) {
    let hasDigest = hasDigest && !isOfSystem && file.size <= Digest.sizeLimit
    self.init(
      path: file.path, owner: file.status.owner, digest: hasDigest ? try? Digest(of: file) : nil,
      isOfSystem: isOfSystem,
      problem: isOfSystem ? nil : trust.problems(of: file.status, at: file.path).first)
  }
}
