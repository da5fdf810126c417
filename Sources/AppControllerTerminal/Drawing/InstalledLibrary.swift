internal import Glibc

/// An optional library, opened at run time and mapped until the process ends.
///
/// This is the only type of this module that calls `dlopen` and `dlsym`.
@safe
struct InstalledLibrary {
  private nonisolated(unsafe) let handle: UnsafeMutableRawPointer

  /// Opens a library; returns `nil` when it is not installed.
  init?(_ name: String) {
    guard let handle = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) else { return nil }
    unsafe self.handle = handle
  }

  /// Returns the address of a function; `nil` when the library does not have it.
  func function(_ name: String) -> UnsafeMutableRawPointer? { unsafe dlsym(handle, name) }
}
