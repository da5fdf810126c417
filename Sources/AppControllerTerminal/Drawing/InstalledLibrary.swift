internal import Glibc

/// A library that is opened at run time where it is installed; stays mapped until the process ends.
///
/// This is the only type of this module that calls `dlopen` and `dlsym`.
@safe
struct InstalledLibrary {
  private nonisolated(unsafe) let handle: UnsafeMutableRawPointer

  /// Opens a library; returns `nil` when there is none.
  init?(_ name: String) {
    guard let handle = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) else { return nil }
    unsafe self.handle = handle
  }

  /// The address of a function; `nil` when the library has none of the name.
  func function(_ name: String) -> UnsafeMutableRawPointer? { unsafe dlsym(handle, name) }
}
