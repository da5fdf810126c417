/// Stops the process unless something holds; libFuzzer then keeps the bytes that led here.
///
/// - Parameters:
///   - holds: What should hold.
///   - what: What it means that it does not.
package func require(_ holds: Bool, _ what: @autoclosure () -> String) {
  if !holds { fatalError(what()) }
}
