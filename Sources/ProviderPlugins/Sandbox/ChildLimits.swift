/// What a child process may use.
///
/// A limit that the app itself has been given counts where it is lower.
public struct ChildLimits: Sendable, Hashable {
  /// How many bytes of memory it may have for its data.
  ///
  /// More is refused, as when memory has run out. A process under a sanitizer has no such limit.
  public var memory: Int = 1 << 30
  /// How many bytes of addresses it may reserve, with libraries and files that it maps.
  ///
  /// A process under a sanitizer has no such limit.
  public var addressSpace: Int = 8 << 30
  /// How long its threads may compute, all taken together and in whole seconds; then it is ended.
  public var cpuTime: Duration = .seconds(600)
  /// How many files and sockets it may have open at a time.
  public var openFiles: Int = 256
  /// How many bytes a file may have that it writes.
  public var fileSize: Int = 1 << 30

  /// Makes the limits for a provider that does usual work; each can be changed then.
  public init() {}
}
