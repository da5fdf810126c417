import AppControllerJSON
import AppControllerKit
import TestSupport
import Testing

@testable import appctl

@Suite struct `appctl explain` {
  private let appctl = AppCtlProcess(stateFolder: "/nowhere")

  @Test(arguments: ["ACK2012", "ack2012", "2012"])
  func `explains a code, however it is written`(_ word: String) throws {
    let outcome = try appctl("explain", word)
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(
      outcome.output == """
        ACK2012 folder (error)
        There is a folder at the path.

        WHEN IT HAPPENS
          - `--provider` names the folder that the library lies in, or that of its
            package.

        WHAT TO DO
          Name the provider's `.so` file in the folder.

        EXAMPLE
          appctl inspect .build/debug/libKitty.so

        """)
  }

  @Test func `says where there is more, and how grave it is`() throws {
    let text = try appctl("explain", "ACK4015").output
    #expect(text.hasPrefix("ACK4015 secretLost (warning)\n"))
    #expect(text.hasSuffix("\nMORE\n  Docs/Operating.md, \"Where the secret is\"\n"))
  }

  @Test func `explains several codes in the order in which they are named`() throws {
    let text = try appctl("explain", "5001", "1203").output
    #expect(text.hasPrefix("ACK5001 usage (error)\n"))
    #expect(text.contains("\n\nACK1203 duplicateID (error)\n"))
  }

  @Test func `lists all codes without an argument, one line each, in order`() throws {
    let lines = try appctl("explain").output.split(separator: "\n")
    #expect(lines.count == ErrorExplanation.all.count)
    #expect(lines == lines.sorted())
    #expect(lines.contains("ACK2001  There is nothing at the path."))
    #expect(lines.allSatisfy { $0.count <= 120 && $0.wholeMatch(of: /ACK\d{4}  \S.*\./) != nil })
  }

  @Test(arguments: [
    ("ACK2050", "did you mean ACK2040, ACK2030 or ACK2020? 'appctl explain' lists all codes"),
    ("200", "did you mean ACK2001, ACK2002 or ACK2003? 'appctl explain' lists all codes"),
    ("ACK9999", "'appctl explain' lists all codes"), ("notFound", "'appctl explain' lists all codes"),
    ("ACK2012ACK2012ACK2012", "'appctl explain' lists all codes"), ("", "'appctl explain' lists all codes"),
    ("ACK-2012", "did you mean ACK2012? 'appctl explain' lists all codes"),
  ])
  func `refuses what is no code, and names those that are near`(_ word: String, _ fix: String) throws {
    let error = #expect(throws: CommandError.self) { try ExplainCommand.explanation(of: word) }
    #expect(error?.code == .usage)
    #expect(error?.what == "there is no code \(CommandError.quoted(word))")
    #expect(error?.fix == fix)
  }

  @Test func `prints nothing when one of the codes is none`() throws {
    let outcome = try appctl("explain", "2001", "2999")
    #expect(outcome.status == 64 && outcome.output == "")
    #expect(outcome.errors.hasPrefix("error[ACK5001]: there is no code '2999'\n"))
  }

  @Test func `gives JSON with sorted keys, and null for what there is not`() throws {
    let outcome = try appctl("explain", "--format", "json", "1230")
    #expect(
      outcome.output
        == #"{"schema":1,"explanations":[{"causes":["`text` is missing or empty, as when the value that it shows "#
        + #"is not known yet."],"code":"ACK1230","example":null,"fix":"Give it one, or leave it out.","meaning":"A text, code or "#
        + #"banner has no text.","more":null,"name":"missingText","severity":"error"}]}"# + "\n")
    let all = try JSONReader.read(Array(try appctl("explain", "--format=json").output.utf8))["explanations"]
    #expect(all?.arrayValue?.compactMap { $0["code"]?.stringValue } == ErrorExplanation.all.map(\.code))
    let link = try JSONReader.read(Array(ExplainCommand.json([try ExplainCommand.explanation(of: "2003")]).utf8))
    #expect(link["explanations"]?.arrayValue?.first?["more"] == .string("Docs/ProviderABI.md#2-the-entry"))
  }

  @Test func `prints nothing that is wider than a terminal, but for examples`() throws {
    for explanation in ErrorExplanation.all {
      let example = explanation.example.map { $0.split(separator: "\n").map { "  \($0)" } } ?? []
      for line in ExplainCommand.text(explanation).split(separator: "\n") where !example.contains(String(line)) {
        #expect(line.count <= 80, "\(explanation.code): \(line)")
      }
    }
  }
}
