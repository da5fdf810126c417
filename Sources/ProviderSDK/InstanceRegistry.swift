internal import CProviderABI
import Synchronization

/// The living instances, by the numbers that the host receives as pointers.
///
/// Numbers are never reused. So a host that uses an ended instance gets an error, and never accesses freed memory.
final class InstanceRegistry: Sendable {
  static let shared = InstanceRegistry()

  private struct State {
    var last: UInt64 = 0
    var living = NumberedTable<ProviderInstance>()
  }

  private let state = Mutex(State())

  func add(_ instance: ProviderInstance) -> OpaquePointer? {
    let number = state.withLock { state in
      state.last += 1
      state.living[state.last] = instance
      return state.last
    }
    return unsafe OpaquePointer(bitPattern: UInt(number))
  }

  /// `nil` when the instance has ended, or never existed.
  func remove(_ pointer: OpaquePointer?) -> ProviderInstance? {
    let number = UInt64(UInt(bitPattern: pointer))
    return state.withLock { $0.living.removeValue(for: number) }
  }

  func find(_ pointer: OpaquePointer?) -> Found {
    let number = UInt64(UInt(bitPattern: pointer))
    return state.withLock { state in
      if let instance = state.living[number] { return .living(instance) }
      return number > 0 && number <= state.last ? .ended : .unknown
    }
  }

  enum Found {
    case living(ProviderInstance)
    case ended
    /// The pointer is not from this library.
    case unknown
  }
}
