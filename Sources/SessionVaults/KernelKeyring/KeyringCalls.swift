internal import AppControllerKit
internal import CSystem

/// The system calls that the keyring needs, so that a test can have them fail.
///
/// Each returns what the call does, or the negative number of its error. The calls for one question have to come from
/// one thread.
protocol KeyringCalls: Sendable {
  /// Gives the thread possession of the keys in the user's keyring.
  func possess() -> Int
  /// Adds a key to the user's keyring, and returns its number.
  func add(_ description: String, _ payload: Span<UInt8>) -> Int
  /// Finds a key in the user's keyring, and returns its number.
  func search(_ description: String) -> Int
  /// Copies a key's payload into the array, as far as there is room, and returns the payload's size.
  func read(_ key: Int, into bytes: inout [UInt8]) -> Int
  /// Makes a key unusable at once.
  func invalidate(_ key: Int) -> Int
}

/// The system calls themselves.
struct SystemKeyringCalls: KeyringCalls {
  func possess() -> Int { keyring_possess() }

  func add(_ description: String, _ payload: Span<UInt8>) -> Int {
    unsafe payload.withUnsafeBytes { unsafe keyring_add(description, $0.baseAddress, $0.count) }
  }

  func search(_ description: String) -> Int { unsafe keyring_search(description) }

  func read(_ key: Int, into bytes: inout [UInt8]) -> Int {
    unsafe bytes.withUnsafeMutableBytes {
      unsafe keyring_read(Int32(truncatingIfNeeded: key), $0.baseAddress, $0.count)
    }
  }

  func invalidate(_ key: Int) -> Int { keyring_invalidate(Int32(truncatingIfNeeded: key)) }
}
