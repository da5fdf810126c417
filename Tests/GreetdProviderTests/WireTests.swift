import AppControllerJSON
import ProviderSDK
import Testing

@testable import OrgAppcontrollerkitGreetd

private func text(_ request: GreetdRequest) -> String { String(decoding: request.encoded(), as: UTF8.self) }

private func message(_ text: String) throws -> GreetdMessage { try GreetdMessage(Array(text.utf8)) }

@Suite struct `The messages of greetd` {
  @Test func `are requests as its manual has them`() {
    #expect(text(.createSession(user: "kitty")) == #"{"type":"create_session","username":"kitty"}"#)
    #expect(text(.answer(nil)) == #"{"type":"post_auth_message_response","response":null}"#)
    #expect(
      text(.answer(Secret("a\"\\\u{1}é"))) == #"{"type":"post_auth_message_response","response":"a\"\\\u0001é"}"#)
    #expect(
      text(.startSession(command: ["sway"], environment: ["A=b"]))
        == #"{"type":"start_session","cmd":["sway"],"env":["A=b"]}"#)
    #expect(text(.cancelSession) == #"{"type":"cancel_session"}"#)
  }

  @Test func `leave nothing of an answer in memory that was outgrown`() {
    // It is as large as an answer with only characters that take six bytes.
    let answer = Secret(String(repeating: "\u{1}", count: Conversation.answerLimit))
    #expect(GreetdRequest.answer(answer).encoded().count < 128 + 6 * Conversation.answerLimit)
  }

  @Test func `are read`() throws {
    #expect(try message(#"{"type":"success","more":1}"#) == .success)
    #expect(
      try message(#"{"type":"error","error_type":"auth_error","description":"x"}"#) == .failure(isRefusal: true))
    #expect(try message(#"{"type":"error","error_type":"error","description":"x"}"#) == .failure(isRefusal: false))
    #expect(
      try message(#"{"type":"auth_message","auth_message_type":"secret","auth_message":"Password: "}"#)
        == .question(Question("Password", isSecret: true)))
    #expect(
      try message(#"{"type":"auth_message","auth_message_type":"visible","auth_message":""}"#)
        == .question(Question("Answer", isSecret: false)))
    #expect(
      try message(#"{"type":"auth_message","auth_message_type":"info","auth_message":"a\n\nb"}"#)
        == .notice(Notice("a\nb", isError: false)))
  }

  @Test(arguments: [
    "", "{", "null", "[]", "1", #""success""#, "{}", #"{"type":1}"#, #"{"type":"other"}"#, #"{"type":"auth_message"}"#,
    #"{"type":"success","type":"success"}"#, #"{"type":"success"} x"#,
    #"{"type":"auth_message","auth_message_type":"secret","auth_message":7}"#,
    #"{"type":"auth_message","auth_message_type":"binary","auth_message":"x"}"#,
    #"{"type":"\#(String(repeating: "s\u{301}", count: 9000))"}"#, String(repeating: "[", count: 60_000),
  ])
  func `are refused when they are none`(_ text: String) {
    let error = #expect(throws: GreetdError.self) { try message(text) }
    #expect(error?.code == .wrongAnswer)
  }

  @Test func `show nothing that a screen should not have`() {
    #expect(Notice("\u{1B}[31mred\u{202E}\u{7}\r\n\u{200B}\tnext ", isError: true).lines == ["[31mred", "next"])
    #expect(Question("  Password :\n\n", isSecret: true).prompt == "Password")
    let long = Question(String(repeating: "e\u{301}", count: 90_000), isSecret: false)
    #expect(long.prompt == "Answer" && long.introduction.map(\.unicodeScalars.count) == [512])
    let choice = Question("Choose:\n 1. Push\n\n 2. Call\nPasscode or option (1-2): ", isSecret: false)
    #expect(choice.introduction == ["Choose:", "1. Push", "2. Call"] && choice.prompt == "Passcode or option (1-2)")
    #expect(Notice(String(repeating: "a\n", count: 5000), isError: false).lines.count == 16)
  }
}
