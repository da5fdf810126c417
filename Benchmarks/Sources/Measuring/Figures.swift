/// A table of figures other than times, such as bytes: one for each line.
public struct Figures {
  private let key: String
  private let title: String
  private let unit: String
  private var table: Table

  /// Makes a table.
  ///
  /// - Parameters:
  ///   - key: Its key, for scripts.
  ///   - title: Its heading.
  ///   - unit: The unit of the figures.
  public init(_ key: String, _ title: String, unit: String) {
    self.key = key
    self.title = title
    self.unit = unit
    table = Table(columns: [title, unit, ""])
  }

  /// Adds a line.
  public mutating func append(_ name: String, _ value: Double, note: String = "") {
    table.append([name, value.fixed(value.magnitude < 100 ? 2 : 0), note])
    var record = Record(table: key, title: title, line: name)
    record.set("unit", unit)
    record.set("value", value)
    record.set("note", note)
    Results.append(record)
  }

  /// Prints the table.
  public func print() {
    Swift.print("")
    table.print()
  }
}
