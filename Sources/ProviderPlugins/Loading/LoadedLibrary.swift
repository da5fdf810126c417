internal import AppControllerKit
internal import CSystem
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

  /// Runs the constructors; throws when the loader refuses, or has mapped a library that nobody has checked.
  init(_ plan: LoadPlan) throws(PluginError) {
    let before = MappedLibrary.addresses
    var handles: [UnsafeMutableRawPointer] = unsafe []
    do throws(LoadFailure) {
      // One library needs no other that has it mapped.
      if plan.paths.count > 1 { _ = unsafe try Self.open(plan.root) }
      for path in plan.paths { unsafe handles.append(try Self.open(path)) }
    } catch {
      throw LoadFailure(text: plan.readable(error.text)).classified(path: plan.files[0].path)
    }
    unsafe handle = handles[0]
    for library in MappedLibrary.all(except: before) where !plan.has(library) {
      let path = library.file ?? library.path
      guard let file = try? LibraryFile(resolved: path), InstallationTrust.coversSystem(file) else {
        throw .unchecked(path, with: plan.files[0].path)
      }
    }
    // By these paths debuggers, and the libraries themselves, find their files.
    for (index, file) in plan.files.enumerated() { unsafe library_rename(handles[index], file.path) }
  }

  private static func open(_ path: String) throws(LoadFailure) -> UnsafeMutableRawPointer {
    // RTLD_NOW: an undefined symbol is found here, and not in the middle of a login. RTLD_LOCAL: providers do not see
    // each other's symbols.
    guard let handle = unsafe dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) else {
      throw LoadFailure(text: unsafe dlerror().map { unsafe String(cString: $0) } ?? "")
    }
    return unsafe handle
  }

  /// That of a library that this one needs does not count; the image is that of the mapped file.
  func query(in image: ELFImage) -> ProviderLibrary.QueryFunction? {
    guard let address = unsafe dlsym(handle, LibraryLinkage.entry) else { return nil }
    let place = unsafe UInt64(UInt(bitPattern: address)) &- library_address(handle)
    return image.isCode(at: place) ? unsafe unsafeBitCast(address, to: ProviderLibrary.QueryFunction.self) : nil
  }
}

struct LoadFailure: Error {
  let text: String
}

// The messages are those of glibc (elf/dl-load.c, elf/dl-lookup.c); an unknown one is passed on unchanged.
extension LoadFailure {
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
  fileprivate static func unchecked(_ path: String, with provider: String) -> PluginError {
    PluginError(
      .uncheckedLibrary, what: "\(path.displayable) was mapped with \(provider), and nobody has checked it",
      why: "neither the provider nor a library that it needs is linked with it, and it does not belong to the system",
      fix: "link the provider with it; what a provider opens by itself, it opens when it is made, not in a constructor"
    )
  }

  private static let symbolLimit = 4

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
  /// `nil` when the marker does not occur.
  fileprivate func part(before marker: String) -> String? {
    guard contains(marker) else { return nil }
    return split(separator: marker, maxSplits: 1, omittingEmptySubsequences: false).first.map(String.init)
  }
}
