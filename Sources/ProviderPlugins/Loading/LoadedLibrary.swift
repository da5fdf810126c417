internal import AppControllerKit
import Glibc

/// A library that stays mapped until the process ends.
///
/// The only place that calls `dlopen` and `dlsym`.
///
/// There is no way to unmap it: the Swift runtime keeps pointers into every image that it has seen, and would follow
/// them at the next dynamic cast.
@safe
struct LoadedLibrary: Sendable {
  private nonisolated(unsafe) let handle: UnsafeMutableRawPointer
  private let path: String

  /// Maps a library, and runs its constructors.
  ///
  /// - Parameter path: An absolute path; a bare name would be searched for.
  /// - Throws: The system's text, for classification.
  init(absolutePath path: String) throws(LoadFailure) {
    // The system would fill these in, and open another file.
    let tokens = ["ORIGIN", "LIB", "PLATFORM"].flatMap { ["$\($0)", "${\($0)}"] }
    if tokens.contains(where: { Array(path.utf8).contains(Array($0.utf8)) }) {
      throw LoadFailure(text: "the loader fills in what begins with a dollar sign in \(path)")
    }
    // NOW: an undefined symbol is found here and not in the middle of a login. LOCAL: two providers do not see each other.
    guard let handle = unsafe dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) else {
      throw LoadFailure(text: unsafe dlerror().map { unsafe String(cString: $0) } ?? "")
    }
    unsafe self.handle = handle
    self.path = path
  }

  /// The address of a symbol that the library itself defines; one that a library of its needs defines does not count.
  func symbol(_ name: String) -> UnsafeMutableRawPointer? {
    guard let address = unsafe dlsym(handle, name), unsafe isOwn(address) else { return nil }
    return unsafe address
  }

  /// The first members of glibc's `Dl_info`, which Swift's Glibc module leaves out with its function.
  private typealias AddressInfo = (file: UnsafePointer<CChar>?, base: UInt, name: UInt, symbol: UInt)
  private typealias AddressLookup = @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer) -> Int32

  private static let lookUp: AddressLookup? = {
    let address = unsafe dlsym(nil, "dladdr")
    return unsafe address.map { unsafe unsafeBitCast($0, to: AddressLookup.self) }
  }()

  private func isOwn(_ address: UnsafeRawPointer) -> Bool {
    var info: AddressInfo = (nil, 0, 0, 0)
    guard let lookUp = unsafe Self.lookUp, unsafe lookUp(address, &info) != 0, let file = unsafe info.file
    else { return true }
    if unsafe strcmp(file, path) == 0 { return true }
    // The same file may have been loaded by another name.
    var theirs = stat()
    var ours = stat()
    guard unsafe stat(file, &theirs) == 0, unsafe stat(path, &ours) == 0 else { return false }
    return theirs.st_dev == ours.st_dev && theirs.st_ino == ours.st_ino
  }
}

/// What the system said when it refused a library.
struct LoadFailure: Error {
  let text: String
}

// The texts are glibc's (elf/dl-load.c, elf/dl-lookup.c); one that is not recognised is passed on.
extension LoadFailure {
  /// The failure as an error that says what is missing.
  func classified(path: String) -> PluginError {
    if let dependency = text.part(before: ": cannot open shared object file"), dependency != path {
      return PluginError(
        .missingDependency,
        what: "\(path) needs \(dependency), which was not found",
        why: "the system's loader looked in the library's own run path, in LD_LIBRARY_PATH and in the system's folders",
        fix: "install \(dependency), or put it beside the provider and link the provider with -Wl,-rpath,'$ORIGIN'"
      )
    }
    if text.contains("cannot dynamically load position-independent executable") {
      return .program(path)
    }
    if let range = text.split(separator: "undefined symbol: ", maxSplits: 1).dropFirst().first {
      let symbol = range.prefix { $0 != " " && $0 != "," && $0 != "\n" }
      return .undefinedSymbols([String(symbol)], neededBy: path)
    }
    return PluginError(
      .loadFailed,
      what: "\(path) could not be loaded: \(text.isEmpty ? "the system gave no reason" : text)",
      why: "the system's loader refused it",
      fix: "see what the loader says; 'ldd' on the library shows what it would load"
    )
  }
}

extension PluginError {
  /// How many symbols are named at most.
  private static let symbolLimit = 4

  /// Nobody has what a library needs.
  static func undefinedSymbols(_ names: [String], neededBy path: String) -> PluginError {
    let named = names.prefix(symbolLimit).map { String($0.prefix(500)).displayable }.joined(separator: ", ")
    let others = names.count > symbolLimit ? " and \(names.count - symbolLimit) others" : ""
    let (symbols, them) = names.count == 1 ? ("symbol", "the symbol") : ("symbols", "them")
    return PluginError(
      .undefinedSymbol, what: "\(path.displayable) needs the \(symbols) \(named)\(others), which no library provides",
      why: "it was linked without the library that defines \(them), or against another version of it",
      fix: "link the provider with that library and with -Wl,-z,defs, which finds this at build time"
    )
  }
}

extension String {
  /// What stands before a text; `nil` when it does not occur.
  fileprivate func part(before marker: String) -> String? {
    guard contains(marker) else { return nil }
    return split(separator: marker, maxSplits: 1, omittingEmptySubsequences: false).first.map(String.init)
  }
}
