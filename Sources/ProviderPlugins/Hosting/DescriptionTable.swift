package import AppControllerKit
package import CProviderABI
internal import ProviderABI

/// The table through which a provider gives a description.
///
/// The memory is never freed, so a provider that keeps the pointer still finds a table, which answers `ACK_GONE`.
@safe
package struct DescriptionTable {
  private struct State {
    /// Whether forms are passed on unchecked, for the next process to check.
    let passesFormsOn: Bool
    /// Receives every call first; `nil` in an app.
    let observer: (any TableObserver)?
    var given: Result<InterfaceDescription, BuildFailure>?
    /// Whether the call that received the table is still running.
    var isOpen = false
  }

  package let table: UnsafePointer<ack_description>
  private let state: UnsafeMutablePointer<State>

  package init(observer: (any TableObserver)? = nil, passesFormsOn: Bool = false) {
    unsafe state = immortal(State(passesFormsOn: passesFormsOn, observer: observer))
    var table = unsafe Self.functions
    unsafe table.ctx = UnsafeMutableRawPointer(state)
    unsafe self.table = UnsafePointer(immortal(table))
  }

  /// Usable until ``close()``.
  package func open() { unsafe (state.pointee.given, state.pointee.isOpen) = (nil, true) }

  /// Later calls of the provider are answered with `ACK_GONE`.
  package func close() { unsafe state.pointee.isOpen = false }

  /// Frees the description, but not the table.
  func retire() { unsafe (state.pointee.given, state.pointee.isOpen) = (nil, false) }

  /// A failure also when nothing has been given.
  package var given: Result<InterfaceDescription, BuildFailure> {
    unsafe state.pointee.given
      ?? .failure(BuildFailure(.misuse, .noRoot, path: "$", "the description has no root node: nothing was given"))
  }

  package var failure: BuildFailure? {
    if case .failure(let failure)? = unsafe state.pointee.given { failure } else { nil }
  }

  // Written outside any actor, because providers call it on the thread of the host's call.
  private static var functions: ack_description {
    unsafe ack_description(
      struct_size: ack_description.size, reserved0: 0, ctx: nil,
      give: { table, form in
        guard let context = unsafe table?.pointee.ctx else { return ACK_MISUSE }
        let state = unsafe context.assumingMemoryBound(to: State.self)
        if let observer = unsafe state.pointee.observer {
          let call = unsafe TableCall("give", ack_form.parts(of: form), isOpen: state.pointee.isOpen)
          if let status = observer.answer(to: call) { return status }
        }
        guard unsafe state.pointee.isOpen else { return ACK_GONE }
        if unsafe state.pointee.given == nil {
          unsafe state.pointee.given = ack_form.received(form, passesOn: state.pointee.passesFormsOn)
        } else {
          unsafe state.pointee.given = .failure(BuildFailure(.misuse, .badForm, path: "$", "give was called twice"))
        }
        return DescriptionTable.status(of: unsafe state.pointee.given)
      })
  }

  private static func status(of given: Result<InterfaceDescription, BuildFailure>?) -> Int32 {
    if case .failure(let failure)? = given { failure.status } else { ACK_OK }
  }
}
