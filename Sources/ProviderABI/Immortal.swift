/// Puts a value into memory that is never freed.
///
/// Providers may keep pointers to the host's tables, and hosts to a provider's; neither can tell when the other is done.
@unsafe
package func immortal<Value: ~Copyable>(_ value: consuming Value) -> UnsafeMutablePointer<Value> {
  let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
  unsafe memory.initialize(to: value)
  return unsafe memory
}
