extension InterfaceDescription {
  /// Reports every rule that the description breaks.
  public func lint() -> [Diagnostic] { validate() }
}
