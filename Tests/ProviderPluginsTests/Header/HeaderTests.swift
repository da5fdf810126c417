import Foundation
import TestSupport
import Testing

@Suite struct `The ABI's header` {
  enum Compiler: String, CaseIterable, Sendable {
    case gcc, clang
  }

  enum Language: String, CaseIterable, Sendable {
    case c11 = "c"
    case cpp17 = "c++"

    var standard: String { self == .c11 ? "c11" : "c++17" }

    /// Warnings that authors turn on for their own code, and that a header may not cause there.
    var warnings: [String] {
      ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wsign-conversion", "-Wshadow"]
        + (self == .c11 ? [] : ["-Wold-style-cast", "-Wzero-as-null-pointer-constant"])
    }
  }

  private func compile(_ text: String, _ compiler: Compiler, _ language: Language) throws -> Tool.Outcome {
    let path = try Tool.need(compiler.rawValue)
    let folder = try TestFolder()
    let source = try folder.write(text.utf8, to: "source")
    return try Tool.run(
      path,
      language.warnings + [
        "-Werror", "-c", "-x", language.rawValue, "-std=\(language.standard)", "-I", FixtureLibrary.include, "-o",
        folder.path(of: "object"), source,
      ]
    )
  }

  @Test(arguments: Compiler.allCases, Language.allCases)
  func `compiles alone and without a warning`(_ compiler: Compiler, _ language: Language) throws {
    let outcome = try compile("#include \"appcontroller_provider.h\"\n", compiler, language)
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(outcome.output.isEmpty)
  }

  @Test(arguments: Compiler.allCases, Language.allCases)
  func `may be included twice, and knows which members a struct has`(
    _ compiler: Compiler, _ language: Language
  ) throws {
    let source = """
      #include "appcontroller_provider.h"
      #include "appcontroller_provider.h"
      int has(const ack_answer *answer) { return ACK_HAS(answer, ack_answer, provider); }

      """
    let outcome = try compile(source, compiler, language)
    #expect(outcome.status == 0, "\(outcome.output)")
  }

  @Test(arguments: Compiler.allCases, Language.allCases)
  func `refuses a kind or a name that is misspelt, or one in the place of the other`(
    _ compiler: Compiler, _ language: Language
  ) throws {
    func status(_ expression: String) throws -> Int32 {
      let source = "#include \"appcontroller_provider.h\"\nack_str text(void) { return \(expression); }\n"
      return try compile(source, compiler, language).status
    }
    for right in ["ack_kind_text(ACK_KIND_FIELD)", "ack_name_text(ACK_NAME_ID)"] {
      #expect(try status(right) == 0, "\(right)")
    }
    for wrong in ["ack_kind_text(ACK_KIND_FEILD)", "ack_name_text(ACK_NAME_LABLE)", "ack_kind_text(ACK_NAME_ID)"] {
      #expect(try status(wrong) != 0, "\(wrong)")
    }
  }

  @Test func `includes nothing but stddef and stdint`() throws {
    let header = try String(contentsOfFile: "\(FixtureLibrary.include)/appcontroller_provider.h", encoding: .utf8)
    let included = header.split(separator: "\n").filter { $0.hasPrefix("#include") }
    #expect(included == ["#include <stddef.h>", "#include <stdint.h>"])
  }

  // Without this test, a misspelled flag would let every source pass.
  @Test(arguments: Compiler.allCases, Language.allCases)
  func `would not pass with a warning`(_ compiler: Compiler, _ language: Language) throws {
    let source = "#include \"appcontroller_provider.h\"\nstatic int unused(void) { return 0; }\n"
    #expect(try compile(source, compiler, language).status != 0)
  }
}
