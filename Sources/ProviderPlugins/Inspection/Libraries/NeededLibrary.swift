/// A library that a provider needs, or that one of those needs; every text of it but a path may be shown.
package struct NeededLibrary: Sendable, Equatable {
  /// Where the dynamic loader would find it.
  package enum Place: Sendable, Equatable {
    /// It is mapped already, from this path, which is for messages.
    case loaded(String)
    /// It would be mapped from this path, which is as it is and not made displayable.
    case file(String)
    /// There is none.
    case missing
  }

  /// The name as it is needed.
  package let name: String
  /// Who needs it: the path of the provider, or of a library that it needs.
  ///
  /// It is the first that does, in the loader's order.
  package let neededBy: String
  /// Where it is.
  package let place: Place
}
