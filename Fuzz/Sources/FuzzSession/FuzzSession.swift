import Invariants

@testable import AppControllerInterface
@testable import AppControllerKit

/// Reads bytes as a session file.
///
/// A record is written back unchanged, and a truncated or changed file counts as foreign.
@c(LLVMFuzzerTestOneInput)
public func fuzzSession(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  switch SessionFile.decode(bytes, provider: "kitty") {
  case .record(let session, let generation, let savedAt, let reference, let origin):
    require(reference == nil || session?.secret == nil, "a session has its secret in two places")
    let encoded = try? SessionFile.encode(
      session: session, secretIn: reference, generation: generation, savedAt: savedAt, origin: origin,
      provider: "kitty"
    )
    guard let written = encoded else {
      // Escapes may make it larger than the limit of a file, but only if the file has nearly that size.
      require(bytes.count * 6 > SessionFile.sizeLimit, "a session that was read cannot be written")
      return 0
    }
    let again = SessionFile.decode(written, provider: "kitty")
    require(
      again == .record(session: session, generation: generation, savedAt: savedAt, secretIn: reference, origin: origin),
      "a session is not what was written"
    )
    require(SessionFile.decode(bytes, provider: "other") != again, "a session of another provider was read")
  case .newer(let version):
    require(version > SessionFile.version, "version \(version) is not newer")
  case .foreign(let reason):
    require(!reason.isEmpty, "a file is foreign without a reason")
  }
  return 0
}
