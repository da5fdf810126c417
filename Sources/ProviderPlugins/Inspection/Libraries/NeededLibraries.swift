internal import AppControllerKit

/// Finds the libraries that a library needs, directly or indirectly, as the dynamic loader does: breadth first.
struct NeededLibraries {
  /// The maximum number of libraries, and of files that are tried in the search.
  static let limit = 512
  private static let probeLimit = 16_384

  struct Opened {
    let name: String
    let soname: String?
    /// The file is opened once.
    let file: LibraryFile
    /// Whether the loader finds it without looking into folders that a library or the environment names.
    let isOfSystem: Bool
  }

  let search: LibrarySearch
  private(set) var found: [NeededLibrary] = []
  /// The libraries that would be mapped, in the loader's order, each built for this host.
  private(set) var opened: [Opened] = []
  /// The names that have been searched, as bytes, because an attacker can choose strings that take too long to hash.
  private var names: Set<UTF8Key> = []
  private var probes = 0
  private var isCutShort = false
  private var queue: [(path: String, needed: [String], needer: LibrarySearch.Needer)] = []

  /// The path has every link resolved.
  init(_ dynamic: DynamicSection, path: String, search: LibrarySearch) {
    self.search = search
    enqueue(dynamic, path: path, inherited: [])
    var next = 0
    while next < queue.count {
      let (path, needed, needer) = queue[next]
      for name in needed { add(name, neededBy: path, needer) }
      next += 1
    }
  }

  private mutating func add(_ name: String, neededBy path: String, _ needer: LibrarySearch.Needer) {
    guard names.insert(UTF8Key(text: name)).inserted else { return }
    guard found.count < Self.limit, probes < Self.probeLimit else {
      isCutShort = true
      return
    }
    var probes = probes
    defer { self.probes = probes }
    var library: (file: LibraryFile, dynamic: DynamicSection)?
    let finding = search.find(name, for: needer) { candidate in
      probes += 1
      guard probes < Self.probeLimit else { return false }
      library = Self.library(at: candidate)
      return library != nil
    }
    let place: NeededLibrary.Place
    switch finding {
    case .loaded(let path): place = .loaded(path)
    case .file(let path): place = .file(path)
    case nil: place = .missing
    }
    found.append(NeededLibrary(name: name.displayable, neededBy: path.displayable, place: place))
    // All libraries that a mapped library needs are mapped too.
    if case .file(let path) = finding, let (file, dynamic) = library {
      let isOfSystem = !name.hasSlash && search.folders(for: needer).isEmpty && InstallationTrust.coversSystem(file)
      opened.append(Opened(name: name, soname: dynamic.soname, file: file, isOfSystem: isOfSystem))
      if let soname = dynamic.soname { names.insert(UTF8Key(text: soname)) }
      enqueue(dynamic, path: path, inherited: needer.rpath)
    }
  }

  private mutating func enqueue(_ dynamic: DynamicSection, path: String, inherited: [String]) {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let origin = slash.map { String(path[..<$0]) } ?? "."
    let runpath = dynamic.runpath.map { search.folders(in: $0, origin: origin) }
    // The loader ignores the DT_RPATH of a library that has a DT_RUNPATH, and continues with the libraries that need
    // it.
    let rpath = runpath == nil ? dynamic.rpath.map { search.folders(in: $0, origin: origin) } ?? [] : []
    let needer = LibrarySearch.Needer(runpath: runpath, rpath: rpath + inherited)
    queue.append((path, dynamic.needed, needer))
  }

  /// `nil` when there is none.
  private static func library(at path: String) -> (LibraryFile, DynamicSection)? {
    guard let file = try? LibraryFile(at: path) else { return nil }
    return try? {
      let windows = try FileWindows(file)
      let page = windows.firstPage
      guard page.starts(with: ELFHeader.magic) else { return nil }
      let header = try ELFHeader(page.span)
      guard header.isForHost, header.type == .dynamic else { return nil }
      return try (file, DynamicSection(ELFImage(header, windows), windows))
    }()
  }

  /// When there are too many libraries to decide, the only error says so.
  func problems(path: String) -> [PluginError] {
    let missing = found.filter { $0.place == .missing }.map { PluginError.missingLibrary($0) }
    guard isCutShort || probes >= Self.probeLimit else { return missing }
    let fault = ELFFault.damaged(
      "it needs over \(Self.limit) libraries, or they have to be looked for in too many folders")
    return [PluginError(fault, path)]
  }
}

extension PluginError {
  private static let namesOfSwift = [
    "libswift", "libdispatch.so", "libBlocksRuntime.so", "libFoundation", "lib_Foundation",
  ]

  fileprivate static func missingLibrary(_ library: NeededLibrary) -> PluginError {
    let what = "\(library.neededBy) needs \(library.name), which was not found"
    if namesOfSwift.contains(where: library.name.hasPrefix) {
      return PluginError(
        .missingDependency, what: what,
        why: "it is a part of Swift, which is not installed where the system's loader looks, and the provider was not "
          + "built with a Swift runtime of its own",
        fix: "build the provider with 'swift build -c release -Xswiftc -static-stdlib'; or install Swift's runtime "
          + "libraries, and name their folder in LD_LIBRARY_PATH"
      )
    }
    return PluginError(
      .missingDependency, what: what,
      why: "the system's loader looks in the run path of who needs it, in LD_LIBRARY_PATH, in its cache and in the "
        + "system's folders",
      fix: "install \(library.name), or put it beside \(library.neededBy) and link that with -Wl,-rpath,'$ORIGIN'"
    )
  }
}

/// A library that a provider needs, directly or indirectly; its texts, except a path, are safe to display.
package struct NeededLibrary: Sendable, Equatable {
  package enum Place: Sendable, Equatable {
    /// It is mapped already, from this path, which is for messages.
    case loaded(String)
    /// It would be mapped from this path, which is unchanged and not made displayable.
    case file(String)
    case missing
  }

  package let name: String
  /// The path of the library that needs it: the provider, or a library that the provider needs.
  ///
  /// With several such libraries, it is the first in the loader's order.
  package let neededBy: String
  package let place: Place
}
