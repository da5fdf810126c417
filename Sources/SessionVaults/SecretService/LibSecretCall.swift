internal import AppControllerKit
internal import CSystem
internal import Glibc

/// One question to the keyring through libsecret.
///
/// Each opens the service anew: a keyring that was started again since knows nothing of the session with the old one.
@safe
final class LibSecretCall: SecretServiceCall {
  private let library: LibSecret
  private nonisolated(unsafe) let cancellable: UnsafeMutableRawPointer

  init(_ library: LibSecret) {
    self.library = library
    unsafe cancellable = library.newCancellable()
  }

  deinit { unsafe library.releaseObject(cancellable) }

  func cancel() { unsafe library.cancel(cancellable) }

  func check() throws(SecretServiceFailure) {
    try unsafe withService { _ throws(SecretServiceFailure) in }
  }

  func put(_ secret: Secret, under key: String) throws(SecretServiceFailure) {
    try unsafe withService { service throws(SecretServiceFailure) in
      let value = unsafe secret.withUTF8Bytes { bytes in
        unsafe bytes.withUnsafeBytes { bytes in
          unsafe bytes.baseAddress.flatMap { unsafe library.newValue($0, bytes.count, "text/plain") }
        }
      }
      guard let value = unsafe value else { throw .failed("there is no memory for the secret") }
      defer { unsafe library.releaseValue(value) }
      try unsafe withAttributes(key) { attributes throws(SecretServiceFailure) in
        let isKept = try unsafe trying { error in
          unsafe library.store(
            service, library.schema, attributes, nil, "Session of \(key)", value, cancellable, error)
        }
        // No error either: the question to unlock the keyring, or to make one, was dismissed.
        if isKept == 0 { throw .locked }
      }
    }
  }

  func secret(under key: String) throws(SecretServiceFailure) -> Secret? {
    try unsafe withService { service throws(SecretServiceFailure) in
      try unsafe withAttributes(key) { attributes throws(SecretServiceFailure) in
        // Looked for first, because a lookup answers alike when there is none and when it was not unlocked.
        guard let isLocked = try unsafe find(attributes, service) else { return nil }
        let value = try unsafe trying { error in
          unsafe library.lookUp(service, library.schema, attributes, cancellable, error)
        }
        guard let value = unsafe value else {
          if isLocked { throw .locked }
          return nil
        }
        // libsecret zeroes its own copy.
        defer { unsafe library.releaseValue(value) }
        var size = 0
        guard let bytes = unsafe library.bytesOfValue(value, &size) else { return nil }
        return unsafe Secret(UnsafeRawBufferPointer(start: bytes, count: size).bindMemory(to: UInt8.self).span)
      }
    }
  }

  func erase(_ key: String) throws(SecretServiceFailure) {
    try unsafe withService { service throws(SecretServiceFailure) in
      try unsafe withAttributes(key) { attributes throws(SecretServiceFailure) in
        let isErased = try unsafe trying { error in
          unsafe library.clear(service, library.schema, attributes, cancellable, error)
        }
        // Nothing was erased and nothing failed: there is none, or it was not unlocked.
        if isErased == 0, try unsafe find(attributes, service) != nil { throw .locked }
      }
    }
  }

  // MARK: - The library's ways

  /// Whether the secret with these attributes is locked; nil when there is none.
  ///
  /// It asks nobody to unlock it.
  private func find(
    _ attributes: UnsafeMutableRawPointer, _ service: UnsafeMutableRawPointer
  ) throws(SecretServiceFailure) -> Bool? {
    let items = try unsafe trying { error in
      unsafe library.search(service, library.schema, attributes, 0, cancellable, error)
    }
    guard let items = unsafe items else { return nil }
    defer { unsafe library.releaseList(items) }
    var isLocked = false
    var next: UnsafeMutablePointer<glib_list>? = unsafe items
    while let item = unsafe next {
      if let object = unsafe item.pointee.data {
        if unsafe library.isLocked(object) != 0 { isLocked = true }
        unsafe library.releaseObject(object)
      }
      unsafe next = item.pointee.next
    }
    return isLocked
  }

  /// Opens the service; whatever fails until then has changed nothing.
  private func withService<Answer>(
    _ body: (UnsafeMutableRawPointer) throws(SecretServiceFailure) -> Answer
  ) throws(SecretServiceFailure) -> Answer {
    let bus: UnsafeMutableRawPointer?
    do throws(SecretServiceFailure) {
      unsafe bus = try unsafe trying { error in unsafe library.busGet(2, cancellable, error) }
    } catch {
      throw error.reaching { .noBus($0) }
    }
    guard let bus = unsafe bus else { throw .noBus("no reason is given") }
    defer { unsafe library.releaseObject(bus) }
    // The process would be killed when the bus goes, as one of a desktop's own programs should be.
    unsafe library.setExitOnClose(bus, 0)

    let opened: UnsafeMutableRawPointer?
    do throws(SecretServiceFailure) {
      // 2: with a session for secrets, which only a keyring that works can make.
      unsafe opened = try unsafe trying { error in
        unsafe library.openService(library.serviceType(), nil, 2, cancellable, error)
      }
    } catch {
      throw error.reaching { .noService($0) }
    }
    guard let service = unsafe opened else { throw .noService("no reason is given") }
    defer { unsafe library.releaseObject(service) }
    return try unsafe body(service)
  }

  /// Lends the attributes of a secret.
  private func withAttributes<Answer>(
    _ key: String, _ body: (UnsafeMutableRawPointer) throws(SecretServiceFailure) -> Answer
  ) throws(SecretServiceFailure) -> Answer {
    let attributes = unsafe library.newTable(library.hash, library.equal)
    defer { unsafe library.releaseTable(attributes) }
    // The table keeps the addresses, so the texts have to live as long as it does.
    let name = unsafe strdup(LibSecret.attributeName)
    let value = unsafe strdup(key)
    defer {
      unsafe free(name)
      unsafe free(value)
    }
    guard let name = unsafe name, let value = unsafe value else { throw .failed("there is no memory for the key") }
    _ = unsafe library.insert(attributes, name, value)
    return try unsafe body(attributes)
  }

  /// Makes a call that may fail, and turns its failure into ours.
  private func trying<Answer>(_ call: (glib_error_out) -> Answer) throws(SecretServiceFailure) -> Answer {
    var error: UnsafeMutablePointer<glib_error>?
    let answer = unsafe call(&error)
    guard let error = unsafe error else { return answer }
    defer { unsafe library.freeError(error) }
    let domain = unsafe library.quarkName(error.pointee.domain).map { unsafe String(cString: $0) }
    switch (domain, unsafe error.pointee.code) {
    case ("g-io-error-quark", 19): throw .cancelled
    case ("g-io-error-quark", 24), ("g-dbus-error-quark", 12): throw .timedOut
    case ("secret-error", 2): throw .locked
    default: throw .failed(unsafe error.pointee.message.map { unsafe String(cString: $0).displayable } ?? "")
    }
  }
}

extension SecretServiceFailure {
  /// The failure as it counts before the service is reached.
  fileprivate func reaching(_ failure: (String) -> SecretServiceFailure) -> SecretServiceFailure {
    switch self {
    case .failed(let words): failure(words)
    case .noLibrary, .oldLibrary, .noBus, .noService, .locked, .cancelled, .timedOut: self
    }
  }
}
