internal import AppControllerKit
internal import CProviderABI
import Glibc
internal import ProviderABI

/// The memory that is lent to a provider for one call; it detects writes, kept pointers, and reads beyond its end.
@safe
final class LentMemory {
  @safe
  private struct Block {
    let memory: UnsafeMutableRawBufferPointer
    /// The pages of guarded memory, the last of which cannot be read; `nil` for memory of the allocator.
    var pages: UnsafeMutableRawBufferPointer?
    var copy: [UInt8] = []
  }

  /// They follow every text in the place of a C string's terminator, and become visible when a provider searches for a
  /// zero byte.
  static let overrun = "-OVERRUN"
  /// The byte that fills memory after the call; two of these bytes in sequence are not valid UTF-8.
  static let takenBack: UInt8 = 0xDD

  private var blocks: [Block] = []
  /// Whether the memory stays mapped after the call, so that a kept pointer leads to the filling.
  private let stays: Bool
  /// Whether a page that cannot be read follows each text, array and struct at once.
  private let isGuarded: Bool

  init(stays: Bool = false, isGuarded: Bool = false) { (self.stays, self.isGuarded) = (stays, isGuarded) }

  deinit { takeBack() }

  func lend(_ text: some Collection<UInt8>) -> ack_str {
    if text.isEmpty { return unsafe .empty }
    if isGuarded, let guarded = unsafe guarded(text.count) {
      unsafe guarded.copyBytes(from: text)
      return unsafe ack_str(UnsafeBufferPointer(guarded.bindMemory(to: UInt8.self)))
    }
    let block = unsafe allocate(text.count + Self.overrun.utf8.count + 1)
    unsafe block.copyBytes(from: Array(text) + Array(Self.overrun.utf8) + [0])
    return unsafe ack_str(UnsafeBufferPointer(rebasing: block.bindMemory(to: UInt8.self)[..<text.count]))
  }

  func lend(_ text: String) -> ack_str { unsafe lend(text.utf8) }

  func lend(_ pairs: [ack_pair]) -> UnsafePointer<ack_pair>? {
    let block = unsafe allocate(pairs.count * MemoryLayout<ack_pair>.stride)
    let memory = unsafe block.bindMemory(to: ack_pair.self)
    _ = unsafe memory.initialize(from: pairs)
    return unsafe UnsafePointer(memory.baseAddress)
  }

  /// `nil` when there are none.
  func lend(_ texts: [String]) -> UnsafePointer<ack_str>? {
    if texts.isEmpty { return nil }
    let memory = unsafe allocate(texts.count * MemoryLayout<ack_str>.stride).bindMemory(to: ack_str.self)
    for (index, text) in texts.enumerated() { unsafe memory.initializeElement(at: index, to: lend(text)) }
    return unsafe UnsafePointer(memory.baseAddress)
  }

  /// Lends a struct, which is `excess` bytes longer, like that of a host of a later version.
  func lend<Value: ABIStruct>(_ value: Value, excess: Int = 0, filler: UInt8 = 0xAB) -> UnsafeMutablePointer<Value> {
    var value = value
    if excess > 0 { value.struct_size = Value.size + UInt32(excess) }
    let block = unsafe allocate(MemoryLayout<Value>.size + excess)
    unsafe block.initializeMemory(as: UInt8.self, repeating: filler)
    unsafe block.storeBytes(of: value, as: Value.self)
    // A struct has a size above zero, so its block has an address.
    guard let start = block.baseAddress else { preconditionFailure("a block without memory") }
    return unsafe start.assumingMemoryBound(to: Value.self)
  }

  private func allocate(_ size: Int) -> UnsafeMutableRawBufferPointer {
    if isGuarded, size > 0, let guarded = unsafe guarded(size) { return unsafe guarded }
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
    unsafe blocks.append(Block(memory: memory))
    return unsafe memory
  }

  private func guarded(_ size: Int) -> UnsafeMutableRawBufferPointer? {
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let room = (size + page - 1) / page * page
    guard
      let start = unsafe mmap(nil, room + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      unsafe start != MAP_FAILED
    else { return nil }
    unsafe mprotect(start + room, page, PROT_NONE)
    let memory = unsafe UnsafeMutableRawBufferPointer(start: start + room - size, count: size)
    unsafe blocks.append(
      Block(memory: memory, pages: UnsafeMutableRawBufferPointer(start: start, count: room + page)))
    return unsafe memory
  }

  /// A later difference means that the provider has written to it.
  func seal() {
    for index in blocks.indices { unsafe blocks[index].copy = Array(blocks[index].memory) }
  }

  /// Since ``seal()``.
  var wasWritten: Bool {
    blocks.contains { block in unsafe !block.copy.isEmpty && !block.copy.elementsEqual(block.memory) }
  }

  func takeBack() {
    for block in blocks {
      unsafe block.memory.initializeMemory(as: UInt8.self, repeating: Self.takenBack)
      if stays { continue }
      if let pages = unsafe block.pages {
        unsafe munmap(pages.baseAddress, pages.count)
      } else {
        unsafe block.memory.deallocate()
      }
    }
    blocks = []
  }
}
