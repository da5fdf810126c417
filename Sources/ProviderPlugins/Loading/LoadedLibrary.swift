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
