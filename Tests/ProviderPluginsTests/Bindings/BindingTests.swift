import Foundation
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

  /// Rust has no overloads: a name with values of several types has one setter for all of them.
  @Test func `have a name of their own in Rust`() {
    let names = BindingLanguage.rust.helpers.matches(of: /fn (\w+)/).map { String($0.output.1) }
    #expect(Dictionary(grouping: names) { $0 }.filter { $1.count > 1 }.keys.isEmpty)
  }
}
