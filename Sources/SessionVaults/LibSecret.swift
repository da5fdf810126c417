internal import AppControllerKit
internal import CSystem
internal import Glibc

/// libsecret and the GLib that it depends on, opened at run time and mapped until the process ends.
///
/// This is the only type of this module that calls `dlopen` and `dlsym`. GLib starts threads that never end, so the
/// library must not be unmapped.
@safe
final class LibSecret: Sendable {
  static let shared = Result { () throws(SecretServiceFailure) in try LibSecret("libsecret-1.so.0") }

  nonisolated(unsafe) let hash: glib_hash
  nonisolated(unsafe) let equal: glib_equal
  nonisolated(unsafe) let newTable: glib_hash_table_new
  nonisolated(unsafe) let insert: glib_hash_table_insert
  nonisolated(unsafe) let releaseTable: glib_release
  nonisolated(unsafe) let releaseList: glib_release
  nonisolated(unsafe) let releaseObject: glib_release
  nonisolated(unsafe) let freeError: glib_error_free
  nonisolated(unsafe) let quarkName: glib_quark_to_string
  nonisolated(unsafe) let newCancellable: glib_cancellable_new
  nonisolated(unsafe) let cancel: glib_release
  nonisolated(unsafe) let busGet: glib_bus_get_sync
  nonisolated(unsafe) let setExitOnClose: glib_connection_set_exit_on_close

  nonisolated(unsafe) let serviceType: secret_service_get_type_function
  nonisolated(unsafe) let openService: secret_service_open_sync_function
  nonisolated(unsafe) let store: secret_service_store_sync_function
  nonisolated(unsafe) let search: secret_service_search_sync_function
  nonisolated(unsafe) let lookUp: secret_service_lookup_sync_function
  nonisolated(unsafe) let clear: secret_service_clear_sync_function
  nonisolated(unsafe) let isLocked: secret_item_get_locked_function
  nonisolated(unsafe) let newValue: secret_value_new_function
  nonisolated(unsafe) let bytesOfValue: secret_value_get_function
  nonisolated(unsafe) let releaseValue: glib_release
  nonisolated(unsafe) let schema: UnsafeMutableRawPointer

  init(_ name: String) throws(SecretServiceFailure) {
    guard let library = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) else {
      throw .noLibrary(unsafe dlerror().map { unsafe String(cString: $0).displayable } ?? "")
    }
    // GLib's functions are found through libsecret, which depends on GLib.
    func function<Function>(_ name: String) throws(SecretServiceFailure) -> Function {
      guard let address = unsafe dlsym(library, name) else { throw .oldLibrary(name) }
      return unsafe unsafeBitCast(address, to: Function.self)
    }
    unsafe hash = try function("g_str_hash")
    unsafe equal = try function("g_str_equal")
    unsafe newTable = try function("g_hash_table_new")
    unsafe insert = try function("g_hash_table_insert")
    unsafe releaseTable = try function("g_hash_table_unref")
    unsafe releaseList = try function("g_list_free")
    unsafe releaseObject = try function("g_object_unref")
    unsafe freeError = try function("g_error_free")
    unsafe quarkName = try function("g_quark_to_string")
    unsafe newCancellable = try function("g_cancellable_new")
    unsafe cancel = try function("g_cancellable_cancel")
    unsafe busGet = try function("g_bus_get_sync")
    unsafe setExitOnClose = try function("g_dbus_connection_set_exit_on_close")
    unsafe serviceType = try function("secret_service_get_type")
    unsafe openService = try function("secret_service_open_sync")
    unsafe store = try function("secret_service_store_sync")
    unsafe search = try function("secret_service_search_sync")
    unsafe lookUp = try function("secret_service_lookup_sync")
    unsafe clear = try function("secret_service_clear_sync")
    unsafe isLocked = try function("secret_item_get_locked")
    unsafe newValue = try function("secret_value_new")
    unsafe bytesOfValue = try function("secret_value_get")
    unsafe releaseValue = try function("secret_value_unref")

    let newSchema: secret_schema_newv_function = unsafe try function("secret_schema_newv")
    let attributes = unsafe newTable(hash, equal)
    let add = unsafe insert
    // The value is the attribute's type; a null value is 0, a string.
    let made = unsafe Self.attributeName.withCString { name in
      _ = unsafe add(attributes, UnsafeMutableRawPointer(mutating: name), nil)
      return unsafe newSchema("appcontroller.Session", 0, attributes)
    }
    unsafe releaseTable(attributes)
    guard let made = unsafe made else { throw .oldLibrary("secret_schema_newv") }
    unsafe schema = made
  }

  static let attributeName = "key"
}

/// Each request opens the service again, because a restarted keyring does not know the session of the former one.
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
        // The call also reports no error when the user dismisses the dialog that unlocks or creates the keyring.
        if isKept == 0 { throw .locked }
      }
    }
  }

  func secret(under key: String) throws(SecretServiceFailure) -> Secret? {
    try unsafe withService { service throws(SecretServiceFailure) in
      try unsafe withAttributes(key) { attributes throws(SecretServiceFailure) in
        // The secret is searched for first, because the result of a lookup is the same for a missing and for a locked
        // secret.
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
        // Without an error, nothing was erased: either there is no such secret, or it is still locked.
        if isErased == 0, try unsafe find(attributes, service) != nil { throw .locked }
      }
    }
  }

  // MARK: - Calls of the library

  /// Whether the secret is locked, without asking the user to unlock it; nil when there is none.
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

  /// An error before the body has changed nothing.
  private func withService<Answer>(
    _ body: (UnsafeMutableRawPointer) throws(SecretServiceFailure) -> Answer
  ) throws(SecretServiceFailure) -> Answer {
    let bus = try unsafe trying(or: { .noBus($0) }) { error in unsafe library.busGet(2, cancellable, error) }
    guard let bus = unsafe bus else { throw .noBus("no reason is given") }
    defer { unsafe library.releaseObject(bus) }
    // By default, GLib ends the process when the bus closes, which suits only the desktop's own programs.
    unsafe library.setExitOnClose(bus, 0)

    // The flag 2 also opens a session for secrets, which fails without a working keyring.
    let opened = try unsafe trying(or: { .noService($0) }) { error in
      unsafe library.openService(library.serviceType(), nil, 2, cancellable, error)
    }
    guard let service = unsafe opened else { throw .noService("no reason is given") }
    defer { unsafe library.releaseObject(service) }
    return try unsafe body(service)
  }

  private func withAttributes<Answer>(
    _ key: String, _ body: (UnsafeMutableRawPointer) throws(SecretServiceFailure) -> Answer
  ) throws(SecretServiceFailure) -> Answer {
    let attributes = unsafe library.newTable(library.hash, library.equal)
    defer { unsafe library.releaseTable(attributes) }
    // The table stores the addresses of the texts, which therefore have to outlive it.
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

  private func trying<Answer>(
    or failed: (String) -> SecretServiceFailure = { .failed($0) }, _ call: (glib_error_out) -> Answer
  ) throws(SecretServiceFailure) -> Answer {
    var error: UnsafeMutablePointer<glib_error>?
    let answer = unsafe call(&error)
    guard let error = unsafe error else { return answer }
    defer { unsafe library.freeError(error) }
    let domain = unsafe library.quarkName(error.pointee.domain).map { unsafe String(cString: $0) }
    switch (domain, unsafe error.pointee.code) {
    case ("g-io-error-quark", 19): throw .cancelled
    case ("g-io-error-quark", 24), ("g-dbus-error-quark", 12): throw .timedOut
    case ("secret-error", 2): throw .locked
    default: throw failed(unsafe error.pointee.message.map { unsafe String(cString: $0).displayable } ?? "")
    }
  }
}

/// One request, which blocks until it is answered or cancelled; a test can use a keyring that never answers.
protocol SecretServiceCall: Sendable {
  func check() throws(SecretServiceFailure)
  /// Asks the user to unlock the keyring if necessary.
  func put(_ secret: Secret, under key: String) throws(SecretServiceFailure)
  /// Asks the user to unlock the keyring if necessary.
  func secret(under key: String) throws(SecretServiceFailure) -> Secret?
  func erase(_ key: String) throws(SecretServiceFailure)
  /// Makes the request end soon; any thread may call it.
  func cancel()
}
