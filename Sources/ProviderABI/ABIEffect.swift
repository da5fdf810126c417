/// The kind of an `ack_effect`.
package enum ABIEffect: String, CaseIterable, Sendable {
  case login, logout, show, leave, select
  case fieldError = "field-error"
  case message
}
