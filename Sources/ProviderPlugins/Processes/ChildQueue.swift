internal import AppControllerKit
internal import CSystem

/// What the thread that watches a child waits for.
struct ChildQueue: ~Copyable, Sendable {
  /// What can have something to read.
  enum Tag: UInt32 {
    case socket
    case output
    case errors
    /// The child has ended.
    case process
  }

  private let file: FileDescriptor

  init() throws(PluginError) {
    file = FileDescriptor(number: try PluginError.checked("watch the child", child_queue_open()), path: "epoll")
  }

  /// Watches a file until it is removed.
  func add(_ number: Int32, as tag: Tag) throws(PluginError) {
    _ = try PluginError.checked("watch the child", child_queue_add(file.number, number, tag.rawValue))
  }

  /// Watches a file until it was reported once.
  func arm(_ number: Int32, as tag: Tag) {
    // It fails only without memory in the kernel, which an armed file needs once; the end of the child is reported still.
    _ = child_queue_arm(file.number, number, tag.rawValue)
  }

  /// Watches a file no more.
  func remove(_ number: Int32) { _ = child_queue_remove(file.number, number) }

  /// Waits until something can be read, or only looks whether something can be.
  func ready(waits: Bool) -> Set<Tag> {
    var tags = [UInt32](repeating: 0, count: 4)
    let count = unsafe child_queue_wait(file.number, &tags, Int32(tags.count), waits)
    return Set(tags.prefix(max(0, Int(count))).compactMap(Tag.init))
  }
}
