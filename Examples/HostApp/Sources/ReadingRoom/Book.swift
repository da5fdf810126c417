/// A book on the shelf.
package struct Book: Identifiable, Sendable {
  package let id: String
  package let title: String
  let text: String

  package static let all = [
    Book(id: "tides", title: "A Table of Tides", text: "High water comes fifty minutes later every day."),
    Book(id: "lamps", title: "Lamps and Their Keepers", text: "A lamp that nobody trims goes out too soon."),
    Book(id: "knots", title: "Forty Useful Knots", text: "The first knot to learn is the one that comes undone."),
  ]
}
