public import AppControllerKit

extension ProviderContract {
  /// One thing that every provider does, or does not.
  public struct Rule: Sendable, Identifiable, CustomStringConvertible {
    /// The rule's name, such as `interfaces-are-valid`; it stays the same across versions.
    public let id: String
    /// What holds, as one sentence.
    public let statement: String
    let examine: @MainActor @Sendable (Examination) async -> Void

    init(_ id: String, _ statement: String, examine: @escaping @MainActor @Sendable (Examination) async -> Void) {
      self.id = id
      self.statement = statement
      self.examine = examine
    }

    /// The name.
    public var description: String { id }

    /// Checks the rule.
    ///
    /// - Parameters:
    ///   - values: What a user who may log in puts into the inputs; see ``ProviderContract/values``.
    ///   - session: Whose logged-in interface is looked at; somebody unless given.
    ///   - make: Makes a provider, a new one at each call.
    /// - Throws: The first ``ProviderContract/Violation`` that is found.
    @MainActor
    public func check(
      values: InputValues = [:], session: Session? = nil,
      _ make: @escaping @MainActor () -> any AppControllerInterfaceProviding
    ) async throws(Violation) {
      var contract = ProviderContract(make)
      contract.values = values
      if let session { contract.session = session }
      if let violation = await contract.violations(of: self).first { throw violation }
    }
  }
}

extension ProviderContract.Rule: Hashable {
  /// Whether two rules are the same one.
  public static func == (left: Self, right: Self) -> Bool { left.id == right.id }
  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
