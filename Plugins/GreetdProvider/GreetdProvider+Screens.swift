import Glibc
import ProviderSDK

extension GreetdProvider {
  /// The screen on which a login begins, after one that has failed or without one.
  func door(after former: Conversation? = nil) -> InterfaceDescription {
    let programs = configuration.programs
    let last = configuration.memory.choice
    let session = former?.program.id ?? last?.session
    return InterfaceDescription("greeter", language: "en") {
      Screen("door", title: "Log in to \(machine.name)", initialFocus: "user", primaryAction: "next") {
        if programs.isEmpty { Banner(.error, GreetdError.noSession.sentence) }
        if let former { failure(of: former) }
        TextField("user", "User name", content: .username, value: former?.user ?? last?.user)
          .required("Enter your user name")
        if programs.count > 1 {
          Picker(
            "session", "Session", options: programs.map { .init($0.id, label: $0.name) },
            selection: [programs.first { $0.id == session }?.id ?? programs[0].id])
        }
        Button("next", "Next", style: .primary, action: begin(programs))
        if configuration.showsUsers { users(programs) }
        if configuration.hasPower { power }
      }
    }
  }

  private func begin(_ programs: [LoginProgram], user: String? = nil) -> Action {
    Action(
      "begin", sends: (user == nil ? ["user"] : []) + (programs.count > 1 ? ["session"] : []),
      validates: user == nil, payload: user.map { ["user": $0] } ?? [:])
  }

  @InterfaceContentBuilder
  private func failure(of conversation: Conversation) -> some InterfaceContent {
    if case .failed(let failure) = conversation.state {
      switch failure {
      case .refused:
        Banner(.error, "The login has failed")
        notices(of: conversation)
      case .broken(let error): Banner(.error, error.sentence)
      }
    }
  }

  @InterfaceContentBuilder
  private func notices(of conversation: Conversation) -> some InterfaceContent {
    for notice in conversation.notices {
      for line in notice.lines { Banner(notice.isError ? .error : .info, line) }
    }
  }

  @InterfaceContentBuilder
  private func users(_ programs: [LoginProgram]) -> some InterfaceContent {
    let users = machine.users
    if !users.isEmpty {
      // Buttons, because a list would take the whole screen of a terminal.
      Group("Users") {
        for (number, user) in users.enumerated() {
          Button("user-\(number + 1)", user.label, action: begin(programs, user: user.name))
        }
      }
    }
  }

  @InterfaceContentBuilder
  private var power: some InterfaceContent {
    HStack {
      Button(
        "restart", "Restart",
        action: Action("restart", validates: false, deadline: 60).confirmed("Restart the machine?", label: "Restart"))
      Button(
        "power-off", "Power off",
        action: Action("power-off", validates: false, deadline: 60)
          .confirmed("Turn the machine off?", label: "Power off"))
    }
  }

  /// The name of the field of a question, which is another one for each, so that no face keeps what was typed before.
  static func input(of conversation: Conversation) -> String { "answer-\(conversation.questions)" }

  /// The screen of a question.
  func page(of question: Question, in conversation: Conversation) -> InterfaceDescription {
    let input = Self.input(of: conversation)
    return InterfaceDescription("greeter", language: "en") {
      Screen(
        "question-\(conversation.questions)", title: "Log in as \(conversation.user)", initialFocus: input,
        primaryAction: "go"
      ) {
        notices(of: conversation)
        for line in question.introduction { Text(line) }
        if question.isSecret {
          SecureField(input, question.prompt)
          keyboard
        } else {
          TextField(input, question.prompt)
        }
        Button("go", "Continue", style: .primary, action: Action("answer", sends: [input]))
        cancel
      }
    }
  }

  @InterfaceContentBuilder
  private var keyboard: some InterfaceContent {
    if machine.isCapsLockOn == true { Banner(.warning, "Caps Lock is on") }
    if let layout = machine.keyboardLayout { Text("Keyboard layout: \(layout)", style: .caption) }
  }

  private var cancel: some InterfaceContent {
    Button("cancel", "Cancel", style: .cancel, action: Action("cancel", validates: false))
  }

  /// The screen of a login that goes on without the user, or with a finger or a card.
  func waiting(in conversation: Conversation) -> InterfaceDescription {
    InterfaceDescription("greeter", language: "en") {
      Screen("waiting", title: "Log in as \(conversation.user)", primaryAction: "wait") {
        notices(of: conversation)
        ProgressView("Waiting for the machine").live(.polite)
        Button("wait", "Wait", style: .primary, action: Action("wait", deadline: 600))
        cancel
      }
    }
  }

  /// The screen of who has logged in, until this program has ended.
  func farewell(to session: Session?) -> InterfaceDescription {
    let name = PlainText.line(session?.subject ?? "", atMost: PlainText.labelLimit)
    return InterfaceDescription("farewell", language: "en") {
      Screen("farewell-screen", title: "Welcome, \(name)") {
        Text("Your session begins as soon as this program has ended.")
      }
    }
  }
}
