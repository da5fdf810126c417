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
}
