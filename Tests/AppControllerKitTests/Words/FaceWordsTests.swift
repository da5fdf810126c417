import AppControllerKit
import Foundation
import TestSupport
import Testing

@Suite struct `The words of a face` {
  /// Each word with arguments that stand out, of which a text has to have all.
  private static let samples: [FaceWord] =
    plain + Severity.allCases.flatMap { [.severity($0), .severityInText($0)] } + KeyName.allCases.map { .key($0) }
    + KeyMeaning.allCases.map { .meaning($0) } + KeyLine.allCases.map { .keyLine($0) }
    + KeyGroup.allCases.map { .keyGroup($0) }
    + requirements.map { .broken($0, label: "⟨A⟩") }

  private static let plain: [FaceWord] = [
    .interface, .tabs, .back, .backTo("⟨A⟩"), .close, .keep, .cancel, .image("⟨A⟩"), .imageInText("⟨A⟩"),
    .qrCode("⟨A⟩"),
    .starting, .loggedOut,
    .loggedOutWithoutScreen, .updateNeeded, .needsNewerApp, .required, .disabled, .busy, .selected, .dialog, .secret,
    .asksFirst, .primary, .destructive, .cancelling,
    .suchAs("⟨A⟩"), .example("⟨A⟩"), .between("⟨A⟩", "⟨B⟩"), .from("⟨A⟩"), .upTo("⟨A⟩"), .empty, .notShown, .notChosen,
    .hidden, .on, .off, .expanded, .collapsed, .button, .tab, .linkTo("⟨A⟩"), .errorIn("⟨A⟩", "⟨B⟩"), .underWay,
    .timeLeft("⟨A⟩"), .extremes("⟨A⟩", "⟨B⟩"), .last("⟨A⟩"), .position(471, of: 893),
    .notANumber(label: "⟨A⟩"), .sessionEnded, .signedIn, .signedOut, .pleaseWait, .stillWaiting, .working,
    .stillUnderWay, .begunAgain, .stopped, .askedToOpen("⟨A⟩"), .address("⟨A⟩"), .copied, .sentToClipboard,
    .mouseReleased,
    .mouseTaken, .keySheet, .choose(ways: ["⟨A⟩", "⟨B⟩"], suggested: "⟨C⟩"), .choose(ways: ["⟨A⟩"], suggested: nil),
    .numbers(1), .numbers(471), .typeToGoBack, .typeForMore, .typeToFind, .typeToLeave,
    .enter(label: "⟨A⟩", remarks: ["⟨B⟩", "⟨C⟩"]), .enter(label: nil, remarks: []), .enterLines(label: "⟨A⟩"),
    .chooseHelp, .enterHelp, .pickHelp, .enterShow(label: "⟨A⟩"), .enterShow(label: nil),
    .pick(label: "⟨A⟩", isMultiple: false, count: 471),
    .pick(label: "⟨A⟩", isMultiple: true, count: 471), .nothingToGoBackTo, .gone(471), .noNumber(471), .noName,
    .notUsable(label: "⟨A⟩"), .notUsable(label: nil), .chooseOption(isMultiple: false, count: 471),
    .chooseOption(isMultiple: true, count: 471), .noMore, .more(471, of: 893), .options(471, number: 893),
    .options(471, number: nil), .noOptionFound, .nothingFound, .moreFound(471), .changed,
  ]

  private static let requirements: [InputRule.Requirement] = [
    .required, .length(min: 471, max: nil), .length(min: nil, max: 893), .length(min: 471, max: 893), .digits, .email,
    .oneOf, .sameAs("other"), .range(min: nil, max: nil), .range(min: "⟨B⟩", max: nil), .range(min: nil, max: "⟨B⟩"),
    .range(min: "⟨B⟩", max: "⟨C⟩"), .range(min: "⟨B⟩", max: "⟨C⟩", step: "⟨D⟩"),
    .range(min: nil, max: nil, step: "⟨B⟩"),
    .unknown("prime"),
  ]

  /// The words that are the same in English.
  private static let borrowed: [String: Set<FaceWord>] = [
    "de": [.tabs, .tab, .dialog, .key(.tab), .key(.escape), .numbers(1)],
    "fr": [.interface, .secret, .key(.tab), .key(.controlR), .key(.controlC), .numbers(1), .options(471, number: nil)],
    "ar": [.key(.tab), .key(.escape), .key(.pageDown), .key(.controlR), .key(.controlC), .numbers(1)],
  ]

  @Test(arguments: FaceWords.catalogs.map(\.language))
  func `are complete in each language, with all that they are about`(language: String) throws {
    let words = FaceWords(for: language, TraitCollection())
    try #require(words.language == language)
    for word in Self.samples {
      let text = words(word)
      #expect(!text.isEmpty)
      let about = "\(word)".matches(of: /⟨.⟩|471|893/).map { String($0.output) }
      for part in about { #expect(text.contains(part), "\(word): \(text)") }
      if language != "en", text == FaceWords.english(word) {
        #expect(Self.borrowed[language]?.contains(word) == true, "not translated: \(word): \(text)")
      }
    }
  }

  @Test func `are all tried here, and all said by some face`() throws {
    let root = GeneratedDocument.package.path
    let cases = try String(contentsOfFile: "\(root)/Sources/AppControllerKit/Words/FaceWord.swift", encoding: .utf8)
      .split(separator: "enum KeyName")[0].matches(of: /(?m)^  case ([a-zA-Z]+)/).map { String($0.output.1) }
    #expect(Set(cases) == Set(Self.samples.map { String("\($0)".prefix { $0 != "(" }) }))
    var said = ""
    for folder in ["\(root)/Sources", "\(root)/Examples/GTKHost/Sources"] {
      for case let file as String in try #require(FileManager.default.enumerator(atPath: folder)) {
        if !file.hasSuffix(".swift") || file.contains("/Words/FaceWord") { continue }
        said += try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
      }
    }
    let used = Set(said.matches(of: /\.([a-z][a-zA-Z]*)/).map { String($0.output.1) })
    #expect(cases.filter { !used.contains($0) && $0 != "from" && $0 != "upTo" && $0 != "between" } == [])
  }

  @Test(
    arguments: [
      ("de", [], "de"), ("de-AT-1996", ["fr"], "de"), ("DE", [], "de"), ("den", ["fr"], "fr"),
      ("", ["fr-CA", "de"], "fr"),
      ("und", ["nl", "ar-EG"], "ar"), ("nl", ["de"], "de"), ("nl", [], "en"), ("", [], "en"), ("d", [], "en"),
      ("pt-BR", ["de"], "pt-BR"), ("pt-br-x-y", ["de"], "pt-BR"), ("pt-PT", ["de"], "pt"),
    ] as [(String, [String], String)])
  func `are in the description's language, or else in the user's`(language: String, wanted: [String], found: String) {
    var traits = TraitCollection()
    traits.languages = wanted
    let own = ["pt", "pt-BR"].map { FaceWords(language: $0) { _ in nil } }
    #expect(FaceWords(for: language, traits, in: FaceWords.catalogs + own).language == found)
  }

  @Test(
    arguments: [
      ("en", 2, "at least 2 characters"), ("fr", 1, "au moins 1 caractère"), ("fr", 2, "au moins 2 caractères"),
      ("de", 2, "mindestens 2 Zeichen"), ("ar", 1, "حرف واحد"), ("ar", 2, "حرفين"), ("ar", 3, "3 أحرف"),
      ("ar", 11, "11 حرفًا"), ("ar", 100, "100 حرف"), ("ar", 103, "103 أحرف"),
    ])
  func `count as their language does`(language: String, count: Int, text: String) {
    let said = FaceWords(for: language, TraitCollection())(.broken(.length(min: count, max: nil), label: "X"))
    #expect(said.contains(text), "\(said)")
  }

  @Test(
    arguments: [
      (.required, "Age is required"), (.length(min: 2, max: nil), "Age needs at least 2 characters"),
      (.length(min: nil, max: 3), "Age has at most 3 characters"),
      (.length(min: 2, max: 3), "Age needs 2 to 3 characters"),
      (.digits, "Age has digits only"), (.email, "Age is not an email address"),
      (.oneOf, "Age is not one of the options"),
      (.range(min: "1", max: nil), "Age must be at least 1"),
      (.range(min: "1", max: "9", step: "2"), "Age must be from 1 to 9, in steps of 2"),
      (.sameAs("x"), "Age does not match"), (.unknown("prime"), "Age is not valid"),
    ] as [(InputRule.Requirement, String)])
  func `say which rule a value breaks, unless the rule says it`(requirement: InputRule.Requirement, message: String) {
    #expect(FaceWords.english(.broken(requirement, label: "Age")) == message)
  }
}

@Suite @MainActor struct `A face in another language` {
  private final class Provider: AppControllerInterfaceProviding {
    func loggedOutInterface(for controller: ControllerHandle) -> InterfaceDescription {
      InterfaceDescription("door", language: "fr") {
        Screen("s", title: "Entrée") {
          TextField("name", "Nom").required()
          Button("go", "Entrer", action: Action("go", sends: ["name"], validates: true))
        }
      }
    }

    func loggedInInterface(for controller: ControllerHandle) -> InterfaceDescription {
      loggedOutInterface(for: controller)
    }
  }

  @Test func `says its own words in that of the description`() async throws {
    let controller = AppController(interfaceProvider: Provider())
    let window = InterfaceWindow()
    window.traits.languages = ["de"]
    try await controller.installRootInterface(in: window)
    let face = Face(of: controller)
    let button = try #require(face.snapshot.front?["go"])
    await face.perform(.press(button.id))
    let snapshot = face.snapshot
    #expect(snapshot.words.language == "fr")
    #expect(snapshot.front?[input: "name"]?.error == "Nom est obligatoire")
    #expect(TextRenderer().render(snapshot).contains("Nom: ________ (obligatoire)\n"))
    let page = String(decoding: LivePage(snapshot).fragment, as: UTF8.self)
    #expect(page.contains(">obligatoire</span>") && !page.contains("lang=\"en\""))
    controller.catalogs.append(FaceWords(language: "fr-CA") { _ in nil })
    #expect(Face(of: controller).snapshot.words.language == "fr", "the description is not in that of Canada")
  }
}
