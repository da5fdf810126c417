/// Who a library is, as it has answered the query.
struct LibraryIdentity: Sendable, Equatable {
  /// The path, with every link resolved.
  let path: String
  let id: String
  let version: String
  /// The version of the ABI that is spoken.
  let major: UInt32
  let minor: UInt32
}
