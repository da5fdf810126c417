/// The highest kind and name that a form has as numbers alone; a later one may be a text, too.
struct FormNumbers {
  /// Those of version 1.0, which every reader has.
  static let first = FormNumbers(kind: NodeKind.secret.rawValue, name: PropertyName.weight.rawValue)

  let kind: UInt16
  let name: UInt16
}
