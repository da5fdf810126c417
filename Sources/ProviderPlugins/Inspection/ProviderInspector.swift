internal import AppControllerKit

/// Looks at providers without running any of their code.
///
/// It reads files, and calls neither `dlopen` nor anything in them. What a file says is checked against what there is;
/// no file, however it is made, does more than to be refused.
package struct ProviderInspector: Sendable {
  /// The names of a library that are given at most.
  package static let exportLimit = 256

  /// The versions of the ABI that the host speaks.
  package var hostABI = ABIRange.host
  var trust = FileTrust.current
  var search = LibrarySearch.ofThisProcess()
  /// Whether the symbols that a library needs are looked up in all those that it would be loaded with.
  fileprivate var looksUpSymbols = true

  /// Makes an inspector for the libraries that this process would find.
  package init() {}

  /// Reads the note of a library, and nothing else.
  ///
  /// This is what a list of providers is made from. It reads the first page of the file, and one more where the note
  /// lies elsewhere.
  ///
  /// - Throws: ``PluginError`` that says what the file is instead of a provider.
  package func note(of path: String) throws(PluginError) -> ProviderNote {
    try note(ofResolved: LibraryFile.resolve(path))
  }

  /// Reads the note of a library whose path has no links in it: of an entry of a folder that was resolved once for all.
  ///
  /// - Throws: ``PluginError`` that says what the file is instead of a provider, also when it is a link.
  package func note(ofResolved path: String) throws(PluginError) -> ProviderNote {
    try ProviderNote(of: LibraryFile(resolved: path))
  }

  /// Finds out all that there is to find out.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - hasDigest: Whether the digest is among them, for which the whole file is read.
  /// - Returns: The facts, with each reason why the provider would not load.
  /// - Throws: ``PluginError`` only when there is no file that can be read.
  package func facts(of path: String, hasDigest: Bool = true) throws(PluginError) -> ProviderFacts {
    let file = try LibraryFile(resolved: LibraryFile.resolve(path))
    var facts = ProviderFacts(path: file.path)
    facts.status = file.status
    facts.concerns = trust.problems(of: file.status, at: file.path)
    do throws(ELFFault) {
      if hasDigest, file.size <= Digest.sizeLimit { facts.digest = try Digest(of: file) }
    } catch {
      facts.problems.append(PluginError(error, file.path))
    }
    facts.add(file, self)
    return facts
  }
}

extension ProviderInspector {
  /// The facts that bytes tell: all but those of a file, and of the libraries around it.
  func facts(of bytes: any ByteSource, path: String) -> ProviderFacts {
    var facts = ProviderFacts(path: path)
    var inspector = self
    inspector.looksUpSymbols = false
    facts.add(bytes, inspector)
    return facts
  }
}

extension ProviderFacts {
  /// Adds what the bytes of the file say.
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
      // A program has no note, and that is not what is wrong with it.
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
    needed = libraries.found
    let missing = libraries.problems(path: path)
    problems += missing
    // Of what is not there nobody knows which symbols it has.
    guard missing.isEmpty, let imports = try? linkage.imports(), inspector.looksUpSymbols,
      let scope = SymbolScope(linkage, imports, path: path, libraries)
    else { return }
    problems += scope.undefined().map { PluginError.undefinedSymbols($0.names, neededBy: $0.path) }
  }
}

/// All that can be told about a provider's file without running any of its code.
package struct ProviderFacts: Sendable {
  /// The file's path with every link resolved.
  package let path: String
  /// Size, owner and mode; `nil` when the bytes are in no file.
  package var status: LibraryStatus?
  /// The digest of the whole file; `nil` when it could not be read, or is larger than 1 GiB.
  package var digest: Digest?
  /// The processor that it is for, such as `x86-64`; `nil` when it is no library for this host.
  package var machine: String?
  /// What the provider says of itself; `nil` when there is no note, or none that is well made.
  package var note: ProviderNote?
  /// Its own name (`DT_SONAME`).
  package var soname: String?
  /// Whether there is Swift in it; `nil` when that could not be found out.
  package var swiftRuntime: SwiftRuntime?
  /// The first names that it exports, in the order of its table.
  package var exports: [String] = []
  /// How many names it exports.
  package var exportCount = 0
  /// The libraries that it needs, those that these need included.
  package var needed: [NeededLibrary] = []
  /// The folders of its run path, as they stand in it.
  package var runPath: [String] = []
  /// Whether it asks for stacks that can be executed.
  package var wantsExecutableStack = false
  /// Each reason why it would not load, in the order in which a loader would come upon them.
  package var problems: [PluginError] = []
  /// What is wrong with owner and mode of the file and its folders: a reason not to load it from a folder that is
  /// searched, and a warning when somebody has named it.
  package var concerns: [PluginError] = []

  init(path: String) { self.path = path }

  /// Whether nothing is known that would keep it from being loaded.
  package var wouldLoad: Bool { problems.isEmpty }
}
