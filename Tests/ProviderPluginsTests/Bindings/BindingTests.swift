import AppControllerKit
import Foundation
import ProviderABI
import TestSupport
import Testing

@Suite struct `The helpers of the bindings` {
  @Test(arguments: [
    (BindingLanguage.cpp, "Sources/CProviderABI/include/appcontroller_provider.hpp"),
    (.rust, "Bindings/rust/src/vocabulary.rs"),
  ])
  func `are those of the vocabulary in every language`(_ language: BindingLanguage, _ path: String) throws {
    try GeneratedDocument(path).expect([("vocabulary", language.helpers)])
  }

  @Test func `have every word in C`() throws {
    try GeneratedDocument("Sources/CProviderABI/include/appcontroller_provider.h").expect([("words", Self.words)])
  }

  /// The words that values of properties, effects and events can be, as a list for the preprocessor.
  private static var words: String {
    let styles: [NodeStyle] = [
      .title, .heading, .body, .caption, .primary, .destructive, .cancel, .plain, .form, .main, .bar, .line,
    ]
    let others: [[String]] = [
      styles.map(\.rawValue), FieldContent.allCases.map(\.rawValue), InputRule.names,
      Severity.allCases.map(\.rawValue), Icon.allCases.map(\.rawValue), HostAction.allCases.map(\.rawValue),
      ColumnAlignment.allCases.map(\.rawValue), TextDirection.allCases.map(\.rawValue),
      [LiveRegion.off, .polite, .assertive].map(\.rawValue), [Axis.horizontal, .vertical].map(\.rawValue),
      ["provider", "host", "drop"], ProviderEvent.allCases.map(\.rawValue), ScreenAppearance.allCases.map(\.rawValue),
      ActionResponse.Placement.allCases.map(\.rawValue), ActionResponse.Departure.allCases.map(\.rawValue),
    ]
    var lines = ["#define ACK_WORDS(X)"]
    for word in Set(others.joined()).sorted() {
      let constant = word.map { $0.isUppercase ? "_\($0)" : $0 == "-" ? "_" : $0.uppercased() }.joined()
      let entry = " X(\(constant), \"\(word)\")"
      if lines.count == 1 || lines[lines.count - 1].count + entry.count > 118 { lines.append(" ") }
      lines[lines.count - 1] += entry
    }
    return lines.joined(separator: " \\\n")
  }

  /// Rust has no overloads: a name with values of several types has one setter for all of them.
  @Test func `have a name of their own in Rust`() {
    let names = BindingLanguage.rust.helpers.matches(of: /fn (\w+)/).map { String($0.output.1) }
    #expect(Dictionary(grouping: names) { $0 }.filter { $1.count > 1 }.keys.isEmpty)
  }
}
