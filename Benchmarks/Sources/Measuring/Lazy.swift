/// A value that is made at its first use, because a run may leave out the lines that need it.
@MainActor
public final class Lazy<Value> {
  /// The value, if it has been used.
  public private(set) var made: Value?
  private let make: @MainActor () async throws -> Value

  /// Makes it with a function, which is called once.
  public init(_ make: @escaping @MainActor () async throws -> Value) { self.make = make }

  /// Returns the value.
  ///
  /// - Throws: The error of its making.
  public func callAsFunction() async throws -> Value {
    if let made { return made }
    let new = try await make()
    made = new
    return new
  }
}
