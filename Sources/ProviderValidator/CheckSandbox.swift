internal import AppControllerKit
import Glibc
internal import ProviderABI
internal import ProviderPlugins

/// The rights that a check's child keeps when it maps the provider.
struct CheckSandbox: Sendable {
  /// Besides the library and its dependencies; nil for no restrictions.
  var readable: [String]?
  /// The provider's folder; nil on a machine without a temporary one.
  var folder: String?
  var permissions: Set<ProviderPermission> = []
  var settings = ProviderSettings()

  /// High, because the checks cancel hundreds of questions at once, whose threads may have large stacks.
  static var limits: ChildLimits {
    var limits = ChildLimits()
    (limits.memory, limits.addressSpace, limits.threads) = (16 << 30, 64 << 30, 2048)
    return limits
  }

  var creation: InstanceCreation {
    InstanceCreation(
      settings: settings, home: folder ?? "",
      granted: (readable == nil ? permissions.union([.network]) : permissions).names)
  }

  /// Cannot be undone.
  func enter(for library: LibraryProbe) throws(PluginError) {
    guard let readable else { return }
    var sandbox = try library.sandbox(readable: readable, folder: folder, permissions: permissions)
    sandbox.limits = Self.limits
    _ = try sandbox.apply()
  }
}

/// A temporary folder, which is removed with its content when the last reference is released.
package final class TemporaryFolder: Sendable {
  package let path: String

  /// For this user alone; nil when that is impossible.
  package init?() {
    let base = (try? SystemText.variable("TMPDIR")).flatMap { $0.isAbsolutePath ? $0 : nil } ?? "/tmp"
    var name = Array(base.appending(entry: "appctl-XXXXXX").utf8CString)
    guard unsafe mkdtemp(&name) != nil else { return nil }
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { Self.remove(Array(path.utf8CString), in: AT_FDCWD, depth: 0) }

  /// Does not follow links.
  private static func remove(_ name: [CChar], in folder: Int32, depth: Int) {
    let number = unsafe openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    // Folders that are nested deeper than this are not removed.
    guard number >= 0, depth < 64, let list = unsafe fdopendir(number) else {
      if number >= 0 { close(number) }
      unsafe unlinkat(folder, name, 0)
      return
    }
    while let entry = unsafe readdir(list) {
      let bytes = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
      guard bytes != Array(".".utf8), bytes != Array("..".utf8) else { continue }
      remove((bytes + [0]).map { CChar(bitPattern: $0) }, in: number, depth: depth + 1)
    }
    unsafe closedir(list)
    unsafe unlinkat(folder, name, AT_REMOVEDIR)
  }
}
