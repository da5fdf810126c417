internal import AppControllerKit

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
