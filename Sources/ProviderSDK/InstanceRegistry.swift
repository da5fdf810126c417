internal import CProviderABI
import Synchronization

/// The instances that live, by the numbers that the host has in the place of pointers.
///
/// A number is never used again, so that whatever a host does with one that has ended finds nothing, and no freed
/// memory.
final class InstanceRegistry: Sendable {
  static let shared = InstanceRegistry()

  private struct State {
    var last: UInt64 = 0
    var living = NumberedTable<ProviderInstance>()
  }

  private let state = Mutex(State())

  /// Takes an instance in.
  ///
  /// - Returns: What the host is to hand back.
  func add(_ instance: ProviderInstance) -> OpaquePointer? {
    let number = state.withLock { state in
      state.last += 1
      state.living[state.last] = instance
      return state.last
    }
    return unsafe OpaquePointer(bitPattern: UInt(number))
  }

  /// Takes an instance out.
  ///
  /// - Returns: The instance; `nil` when it has ended, or never was one.
  func remove(_ pointer: OpaquePointer?) -> ProviderInstance? {
    let number = UInt64(UInt(bitPattern: pointer))
    return state.withLock { $0.living.removeValue(for: number) }
  }

  /// The instance that a host means.
  func find(_ pointer: OpaquePointer?) -> Found {
    let number = UInt64(UInt(bitPattern: pointer))
    return state.withLock { state in
      if let instance = state.living[number] { return .living(instance) }
      return number > 0 && number <= state.last ? .ended : .unknown
    }
  }

  enum Found {
    case living(ProviderInstance)
    /// It was destroyed.
    case ended
    /// No host can have it from here.
    case unknown
  }
}
