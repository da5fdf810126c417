internal import AppControllerKit
import Glibc

/// A library that stays mapped until the process ends.
///
/// Only this type calls `dlopen` and `dlsym`.
///
/// A library cannot be unmapped: the Swift runtime keeps pointers into every image that it has seen, and would follow
/// them at the next dynamic cast.
@safe
struct LoadedLibrary: Sendable {
  private nonisolated(unsafe) let handle: UnsafeMutableRawPointer
  private let path: String

  /// Maps a library, and runs its constructors.
  ///
  /// - Parameter path: An absolute path; the loader would search for a bare name.
  /// - Throws: The system's message, to be classified.
  init(absolutePath path: String) throws(LoadFailure) {
    // The loader would substitute these, and open another file.
    let tokens = ["ORIGIN", "LIB", "PLATFORM"].flatMap { ["$\($0)", "${\($0)}"] }
    if tokens.contains(where: { Array(path.utf8).contains(Array($0.utf8)) }) {
      throw LoadFailure(text: "the loader fills in what begins with a dollar sign in \(path)")
    }
    // RTLD_NOW: an undefined symbol is found here, and not in the middle of a login. RTLD_LOCAL: providers do not see
    // each other's symbols.
    guard let handle = unsafe dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) else {
      throw LoadFailure(text: unsafe dlerror().map { unsafe String(cString: $0) } ?? "")
    }
    unsafe self.handle = handle
    self.path = path
  }

  /// Returns the address of a symbol that the library itself defines; a symbol of a library that it needs does not
  /// count.
  func symbol(_ name: String) -> UnsafeMutableRawPointer? {
    guard let address = unsafe dlsym(handle, name), unsafe isOwn(address) else { return nil }
    return unsafe address
  }

  /// The first members of glibc's `Dl_info`; Swift's Glibc module lacks both the type and `dladdr`.
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
    // The same file may have been loaded by another path.
    var theirs = stat()
    var ours = stat()
    guard unsafe stat(file, &theirs) == 0, unsafe stat(path, &ours) == 0 else { return false }
    return theirs.st_dev == ours.st_dev && theirs.st_ino == ours.st_ino
  }
}

/// The system's message about a library that it refused.
struct LoadFailure: Error {
  let text: String
}

// The messages are those of glibc (elf/dl-load.c, elf/dl-lookup.c); an unknown one is passed on unchanged.
extension LoadFailure {
  /// Classifies the failure as an error that names the missing part.
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
  /// The maximum number of symbols that a message names.
  private static let symbolLimit = 4

  /// The error for symbols that no library defines.
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
  /// Returns the text before a marker; `nil` when the marker does not occur.
  fileprivate func part(before marker: String) -> String? {
    guard contains(marker) else { return nil }
    return split(separator: marker, maxSplits: 1, omittingEmptySubsequences: false).first.map(String.init)
  }
}
