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

  /// Maps a library, and runs its constructors.
  ///
  /// - Parameter path: An absolute path; a bare name would be searched for.
  /// - Throws: The system's text, for classification.
  init(absolutePath path: String) throws(LoadFailure) {
    // NOW: an undefined symbol is found here and not in the middle of a login. LOCAL: two providers do not see each other.
    guard let handle = unsafe dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) else {
      throw LoadFailure(text: unsafe dlerror().map { unsafe String(cString: $0) } ?? "")
    }
    unsafe self.handle = handle
  }

  /// The address of a symbol that the library itself defines.
  func symbol(_ name: String) -> UnsafeMutableRawPointer? {
    unsafe dlsym(handle, name)
  }
}

/// What the system said when it refused a library.
struct LoadFailure: Error {
  let text: String
}
