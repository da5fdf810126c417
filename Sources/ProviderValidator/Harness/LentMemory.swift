internal import AppControllerKit
internal import CProviderABI
internal import ProviderABI

/// The memory that is lent to a provider for one call: what it writes there, keeps, or reads beyond its end is found out.
@safe
final class LentMemory {
  @safe
  private struct Block {
    let memory: UnsafeMutableRawBufferPointer
    var copy: [UInt8] = []
  }

  /// What stands behind every text, where a C string would end: whoever looks for a zero byte shows it.
  static let overrun = "-OVERRUN"
  /// What the memory is filled with once it is taken back; no UTF-8 has two of these bytes.
  static let takenBack: UInt8 = 0xDD

  private var blocks: [Block] = []
  /// Whether the memory stays mapped when it is taken back, so that a pointer that was kept leads to what it is filled with.
  private let stays: Bool

  init(stays: Bool = false) { self.stays = stays }

  deinit { takeBack() }

  /// Lends a text; behind it stands more.
  func lend(_ text: some Collection<UInt8>) -> ack_str {
    if text.isEmpty { return unsafe .empty }
    let block = unsafe allocate(text.count + Self.overrun.utf8.count + 1)
    unsafe block.copyBytes(from: Array(text) + Array(Self.overrun.utf8) + [0])
    return unsafe ack_str(UnsafeBufferPointer(rebasing: block.bindMemory(to: UInt8.self)[..<text.count]))
  }

  func lend(_ text: String) -> ack_str { unsafe lend(text.utf8) }

  /// Lends pairs.
  func lend(_ pairs: [ack_pair]) -> UnsafePointer<ack_pair>? {
    let block = unsafe allocate(pairs.count * MemoryLayout<ack_pair>.stride)
    let memory = unsafe block.bindMemory(to: ack_pair.self)
    _ = unsafe memory.initialize(from: pairs)
    return unsafe UnsafePointer(memory.baseAddress)
  }

  /// Lends a list of texts; `nil` when there are none.
  func lend(_ texts: [String]) -> UnsafePointer<ack_str>? {
    if texts.isEmpty { return nil }
    let memory = unsafe allocate(texts.count * MemoryLayout<ack_str>.stride).bindMemory(to: ack_str.self)
    for (index, text) in texts.enumerated() { unsafe memory.initializeElement(at: index, to: lend(text)) }
    return unsafe UnsafePointer(memory.baseAddress)
  }

  /// Lends a struct, as a host would of whose version it has `excess` bytes more.
  func lend<Value: ABIStruct>(_ value: Value, excess: Int = 0) -> UnsafeMutablePointer<Value> {
    var value = value
    if excess > 0 { value.struct_size = Value.size + UInt32(excess) }
    let block = unsafe allocate(MemoryLayout<Value>.size + excess)
    unsafe block.initializeMemory(as: UInt8.self, repeating: 0xAB)
    unsafe block.storeBytes(of: value, as: Value.self)
    // A struct has a size, so that its block has a place.
    guard let start = block.baseAddress else { preconditionFailure("a block without memory") }
    return unsafe start.assumingMemoryBound(to: Value.self)
  }

  private func allocate(_ size: Int) -> UnsafeMutableRawBufferPointer {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
    unsafe blocks.append(Block(memory: memory))
    return unsafe memory
  }

  /// Remembers what is lent; what differs later was written by the provider.
  func seal() {
    for index in blocks.indices { unsafe blocks[index].copy = Array(blocks[index].memory) }
  }

  /// Whether something has been written since ``seal()``.
  var wasWritten: Bool {
    blocks.contains { block in unsafe !block.copy.isEmpty && !block.copy.elementsEqual(block.memory) }
  }

  /// Fills the memory, and gives it back unless it stays.
  func takeBack() {
    for block in blocks {
      unsafe block.memory.initializeMemory(as: UInt8.self, repeating: Self.takenBack)
      if !stays { unsafe block.memory.deallocate() }
    }
    blocks = []
  }
}
