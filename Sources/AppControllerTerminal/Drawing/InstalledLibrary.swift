internal import Glibc

/// An optional library, opened at run time and mapped until the process ends.
///
/// This is the only type of this module that calls `dlopen` and `dlsym`.
@safe
struct InstalledLibrary {
  private nonisolated(unsafe) let handle: UnsafeMutableRawPointer

  /// Fails when the library is not installed.
  init?(_ name: String) {
    guard let handle = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) else { return nil }
    unsafe self.handle = handle
  }

  /// Returns nil when the library does not have the function.
  func function(_ name: String) -> UnsafeMutableRawPointer? { unsafe dlsym(handle, name) }
}
