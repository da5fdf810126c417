import AppControllerKit
import Foundation
import Synchronization

/// A vault in a folder, so that it outlives a process, which it can kill before or after each of its calls.
final class FolderVault: SecretVault {
  let name = "folder"
  private let path: String
  /// How many moments are left until the process is killed; nil when it is not.
  private let momentsLeft: Mutex<Int?>

  init(_ path: String, killAt moment: Int? = nil) {
    self.path = path
    momentsLeft = Mutex(moment)
  }

  /// What is kept, sorted.
  func secrets() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path)
      .map { String(decoding: try Data(contentsOf: url($0)), as: UTF8.self) }.sorted()
  }

  func check() async throws {}

  func put(_ secret: Secret, under key: String) async throws {
    passMoment()
    let bytes = secret.withUTF8Bytes { bytes in bytes.indices.map { bytes[$0] } }
    try Data(bytes).write(to: url(key))
    passMoment()
  }

  func secret(under key: String) async throws -> Secret? {
    guard let data = try? Data(contentsOf: url(key)) else { return nil }
    return Secret(Array(data).span)
  }

  func erase(_ key: String) async throws {
    passMoment()
    try? FileManager.default.removeItem(at: url(key))
    passMoment()
  }

  private func url(_ key: String) -> URL {
    URL(fileURLWithPath: path).appendingPathComponent(key.replacingOccurrences(of: "/", with: "_"))
  }

  private func passMoment() {
    let isLast = momentsLeft.withLock { left in
      guard let number = left else { return false }
      left = number - 1
      return number == 0
    }
    if isLast { raise(SIGKILL) }
  }
}
