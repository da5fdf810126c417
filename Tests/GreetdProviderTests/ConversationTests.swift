import ProviderSDK
import Testing

@testable import OrgAppcontrollerkitGreetd

extension LoginProgram {
  static let test = LoginProgram(command: "sway")
}

private let question = GreetdMessage.question(Question("Password", isSecret: true))
private let notice = GreetdMessage.notice(Notice("Look here", isError: false))
private let refusal = GreetdMessage.failure(isRefusal: true)
private let failure = GreetdMessage.failure(isRefusal: false)
private let start = GreetdRequest.startSession(command: ["sway"], environment: ["XDG_SESSION_TYPE=tty"])

/// What greetd answers, what is asked next, and what became of it.
private struct Course: CustomTestStringConvertible {
  let name: String
  let steps: [(GreetdMessage, GreetdRequest?)]
  let end: String

  var testDescription: String { name }
}

private let cleared: [(GreetdMessage, GreetdRequest?)] = [(refusal, .createSession(user: "kitty"))]
private let asked = cleared + [(question, nil)]

private let courses = [
  Course(name: "nothing is asked", steps: cleared + [(.success, start), (.success, nil)], end: "started"),
  Course(
    name: "only something is said",
    steps: cleared + [(notice, .answer(nil)), (.success, start), (.success, nil)], end: "started"),
  Course(name: "a question", steps: asked, end: "asking"),
  Course(
    name: "an error that is said is not the end", steps: cleared + [(notice, .answer(nil)), (question, nil)],
    end: "asking"),
  Course(
    name: "two questions", steps: asked + [(question, nil)] + [(.success, start), (.success, nil)], end: "started"),
  Course(name: "refused", steps: asked + [(refusal, .cancelSession), (failure, nil)], end: "refused"),
  Course(name: "refused at once", steps: cleared + [(refusal, .cancelSession), (.success, nil)], end: "refused"),
  Course(name: "failed", steps: asked + [(failure, .cancelSession), (question, nil)], end: "GREETD5"),
  Course(
    name: "not started", steps: asked + [(.success, start), (failure, .cancelSession), (.success, nil)],
    end: "GREETD5"),
  Course(
    name: "a question in the place of a start", steps: asked + [(.success, start), (question, nil)], end: "GREETD4"),
  Course(name: "a question before any", steps: [(question, nil)], end: "GREETD4"),
]

@Suite struct `A conversation` {
  @Test(arguments: courses)
  private func `takes its course`(_ course: Course) {
    var conversation = Conversation(user: "kitty", program: .test)
    #expect(conversation.opening == .cancelSession)
    for (message, request) in course.steps {
      if case .asking = conversation.state {
        #expect(conversation.answer(Secret("meow")) == .answer(Secret("meow")))
        #expect(conversation.answer(Secret("twice")) == nil)
      }
      #expect(conversation.receive(message) == request)
      #expect(conversation.isResting == (request == nil))
    }
    #expect(Self.name(of: conversation.state) == course.end)
  }

  private static func name(of state: Conversation.State) -> String {
    switch state {
    case .asking: "asking"
    case .started: "started"
    case .failed(.refused): "refused"
    case .failed(.broken(let error)): error.code.rawValue
    case .clearing, .authenticating, .starting, .cancelling: "busy"
    }
  }

  @Test func `keeps what was said until the next answer, and no more than a screen holds`() {
    var conversation = Conversation(user: "kitty", program: .test)
    _ = conversation.receive(.success)
    for _ in 0..<40 { _ = conversation.receive(notice) }
    _ = conversation.receive(question)
    #expect(conversation.notices.count == 8)
    #expect(conversation.questions == 1)
    _ = conversation.answer(Secret(""))
    #expect(conversation.notices.isEmpty)
  }

  @Test func `ends with somebody who says message after message`() {
    var conversation = Conversation(user: "kitty", program: .test)
    _ = conversation.receive(.success)
    var count = 0
    while conversation.receive(notice) != nil { count += 1 }
    #expect(count < 1000)
    #expect(Self.name(of: conversation.state) == "GREETD4")
  }

  @Test func `is refused although the cancellation fails, and started although the connection ends`() {
    var conversation = Conversation(user: "kitty", program: .test)
    _ = conversation.receive(.success)
    _ = conversation.receive(refusal)
    conversation.fail(.late)
    #expect(conversation.state == .failed(.refused))
    conversation = Conversation(user: "kitty", program: .test)
    for message in [GreetdMessage.success, .success, .success] { _ = conversation.receive(message) }
    conversation.fail(.late)
    #expect(conversation.state == .started)
  }
}
