import AppControllerKit

/// Describes the app's two interfaces, and answers the reader's actions.
///
/// It is a plain class, because the kit asks it from one place at a time.
package final class ReadingRoomProvider: AppControllerInterfaceProviding {
  private let notebook: Notebook

  package init(notebook: Notebook) { self.notebook = notebook }

  package func loggedOutInterface(for controller: AppController.Handle) -> InterfaceDescription {
    InterfaceDescription("logged-out", language: "en") {
      Screen("door", title: "Reading Room", primaryAction: "enter") {
        Text("Come in and read. A library card has five digits, and they add up to a multiple of ten.")
        TextField("reader", "Your name", content: .username).required().length(max: 40)
        SecureField("card", "Library card").required().rule(.digits, "A card has digits only")
        Button("enter", "Enter", style: .primary, action: Action("enter", sends: ["reader", "card"]))
          .enabled(when: .filled("reader", "card"))
      }
    }
  }

  package func loggedInInterface(for controller: AppController.Handle) -> InterfaceDescription {
    InterfaceDescription("logged-in", language: "en") {
      NavigationStack {
        Screen("shelf", title: "The shelf of \(controller.session?.subject ?? "nobody")") {
          List("Books") {
            for book in Book.all { Item(book.id, book.title, action: Action("open", payload: ["book": book.id])) }
          }
          Button("leave", "Leave", style: .destructive, action: "leave")
        }
      }
    }
  }

  package func configuration(for controller: AppController.Handle) -> AppController.Configuration {
    AppController.Configuration(
      transitionDuration: .milliseconds(300), style: controller.state == .loggedIn ? .slideUp : .slideDown)
  }

  package func perform(_ action: InterfaceAction, for controller: AppController.Handle) throws -> ActionResponse {
    let reader = controller.session?.subject ?? ""
    switch action.name {
    case "enter": return enter(reader: action["reader"] ?? "", card: action["card"] ?? "")
    case "open": return .push(try page(of: book(action), for: reader))
    case "write": return try write(action["note"] ?? "", in: book(action), by: reader)
    case "leave": return .logout
    default: throw AppControllerError.unsupported(action.name)
    }
  }

  /// Called after a logout; a real app would tell its server here that the token is no longer valid.
  package func sessionEnded(_ session: Session, for controller: AppController.Handle) {
    controller.log(.info, "the token of \(session.subject) is revoked")
  }
}

// MARK: - Answers

extension ReadingRoomProvider {
  private func enter(reader: String, card: String) -> ActionResponse {
    let digits = card.compactMap(\.wholeNumberValue)
    guard digits.count == 5, digits.reduce(0, +).isMultiple(of: 10) else {
      return .fieldError("card", "This is no library card")
    }
    // The kit stores the secret for the app, and prints it nowhere.
    return .login(Session(subject: reader, secret: Secret("token-\(UInt64.random(in: 1 ... .max))")))
  }

  private func write(_ note: String, in book: Book, by reader: String) throws -> ActionResponse {
    // A host checks the rules of its inputs, but an action can come from elsewhere too.
    guard note.contains(where: { !$0.isWhitespace }) else { return .fieldError("note", "Write something first") }
    notebook.write(note, in: book, by: reader)
    let page = try page(of: book, for: reader)
    return ActionResponse {
      $0.show(page, .replace)
      $0.message(.success, "Noted; it is saved when you leave")
    }
  }

  private func book(_ action: InterfaceAction) throws -> Book {
    let id = action.payload["book"] ?? ""
    guard let book = Book.all.first(where: { $0.id == id }) else { throw ReadingRoomError.unknownBook(id) }
    return book
  }

  private func page(of book: Book, for reader: String) throws -> InterfaceDescription {
    let notes = try notebook.notes(of: reader, in: book)
    return InterfaceDescription("page", language: "en") {
      Screen("page-of-\(book.id)", title: book.title, primaryAction: "write") {
        Text(book.text)
        if !notes.isEmpty {
          List("Your notes") {
            for (number, note) in notes.enumerated() { Item("note-\(number)", note) }
          }
        }
        TextField("note", "A note").required("Write something first").length(max: 200)
        Button(
          "write", "Write it down", style: .primary,
          action: Action("write", sends: ["note"], payload: ["book": book.id])
        )
        .enabled(when: .filled("note"))
      }
    }
  }
}
