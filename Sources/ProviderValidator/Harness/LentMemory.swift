internal import AppControllerKit
internal import CProviderABI
import Glibc
internal import ProviderABI

/// The memory that is lent to a provider for one call; it detects writes, kept pointers, and reads beyond its end.
@safe
final class LentMemory: Lender {
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
  /// The number of bytes by which each struct is larger than in version 1.0, and what is in them.
  private let (excess, filler): (Int, UInt8)

  init(stays: Bool = false, isGuarded: Bool = false, excess: Int = 0, filler: UInt8 = 0xAB) {
    (self.stays, self.isGuarded, self.excess, self.filler) = (stays, isGuarded, excess, filler)
  }

  deinit { takeBack() }

  func lend(_ text: Span<UInt8>) -> ack_str {
    if text.isEmpty { return unsafe .empty }
    let block: UnsafeMutableRawBufferPointer
    if isGuarded, let guarded = unsafe guarded(text.count) {
      unsafe block = guarded
    } else {
      unsafe block = allocate(text.count + Self.overrun.utf8.count + 1)
      unsafe block[text.count...].copyBytes(from: Array(Self.overrun.utf8) + [0])
    }
    unsafe text.withUnsafeBytes { unsafe block.copyMemory(from: $0) }
    return unsafe ack_str(UnsafeBufferPointer(rebasing: block.bindMemory(to: UInt8.self)[..<text.count]))
  }

  func allocateStruct(_ size: Int) -> UnsafeMutableRawBufferPointer {
    let block = unsafe allocate(size + excess)
    unsafe block.initializeMemory(as: UInt8.self, repeating: filler)
    return unsafe block
  }

  func allocate(_ size: Int) -> UnsafeMutableRawBufferPointer {
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
