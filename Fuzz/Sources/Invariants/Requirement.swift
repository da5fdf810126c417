/// Stops the process unless a condition holds; libFuzzer then keeps the input.
///
/// - Parameters:
///   - holds: The condition.
///   - what: The meaning of its violation.
package func require(_ holds: Bool, _ what: @autoclosure () -> String) {
  if !holds { fatalError(what()) }
}
