/// The marks of one provider's secrets: an empty file marks a secret that may be in a vault.
///
/// A secret is marked before it is put into a vault, and its mark is removed when it is erased. So after an interrupted
/// change, each secret in a vault that is not the stored session's is found by its mark. It can be found in no other
/// way: the list of a vault also has secrets of other folders, which are not ours to erase.
///
/// The mark of the number `N` in the vault `V` is `.id.session.secret.V.N`.
extension SessionFolder {
  private var markPrefix: String { ".\(provider).session.secret." }

  /// Marks a secret, durably.
  func mark(_ reference: SecretReference) throws(AppControllerError) {
    _ = try folder.createEntry(name(of: reference))
    try folder.synchronize()
  }

  /// Removes a mark.
  ///
  /// The removal is not durable: a mark without a secret costs one look-up in the vault, at the next change.
  func unmark(_ reference: SecretReference) throws(AppControllerError) {
    try folder.removeEntry(name(of: reference))
  }

  /// Returns every marked secret.
  func marks() throws(AppControllerError) -> [SecretReference] {
    try folder.entryNames(beginningWith: markPrefix).compactMap { name in
      // The marks of a provider whose id begins like a mark have more than two parts.
      let parts = name.utf8.dropFirst(markPrefix.utf8.count).split(
        separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      guard parts.count == 2 else { return nil }
      return SecretReference(
        vault: String(decoding: parts[0], as: UTF8.self), number: String(decoding: parts[1], as: UTF8.self))
    }
  }

  private func name(of reference: SecretReference) -> String { "\(markPrefix)\(reference.vault).\(reference.number)" }
}
