internal import AppControllerKit
internal import CSystem
internal import Glibc

/// libsecret and the GLib below it, opened at run time; stays mapped until the process ends.
///
/// The only place of this module that calls `dlopen` and `dlsym`. GLib starts threads that never end, so the library
/// must not be unmapped.
@safe
final class LibSecret: Sendable {
  /// The library of this machine, or why there is none; found out once.
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

  /// The schema of the secrets, made once: what they are called, and that they have a key.
  nonisolated(unsafe) let schema: UnsafeMutableRawPointer

  /// Opens the library.
  ///
  /// - Parameter name: Its name, which the system looks for.
  /// - Throws: `noLibrary` or `oldLibrary`.
  init(_ name: String) throws(SecretServiceFailure) {
    guard let library = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) else {
      throw .noLibrary(unsafe dlerror().map { unsafe String(cString: $0).displayable } ?? "")
    }
    // What GLib defines is found through libsecret, which needs it.
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
    // The value is the type of the attribute: 0, a text.
    let made = unsafe Self.attributeName.withCString { name in
      _ = unsafe add(attributes, UnsafeMutableRawPointer(mutating: name), nil)
      return unsafe newSchema("appcontroller.Session", 0, attributes)
    }
    unsafe releaseTable(attributes)
    guard let made = unsafe made else { throw .oldLibrary("secret_schema_newv") }
    unsafe schema = made
  }

  /// The name of the one attribute by which a secret is found.
  static let attributeName = "key"
}
