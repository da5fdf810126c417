import AppControllerKit
import AppControllerKitTesting
import Testing

@Suite struct `The locale of a user` {
  @Test(
    arguments: [
      ([:], []), (["LANG": "C.UTF-8"], []), (["LANG": "POSIX"], []), (["LANG": "de_DE.UTF-8"], ["de-DE"]),
      (["LANG": "de_AT.UTF-8@euro"], ["de-AT"]), (["LANG": "fr"], ["fr"]), (["LANG": "ca_ES@valencia"], ["ca-ES"]),
      (["LANG": "sr_RS.UTF-8@latin"], ["sr-Latn-RS"]), (["LANG": "es_419"], ["es-419"]),
      (["LANG": "de_DE", "LC_MESSAGES": "fr_FR", "LC_ALL": ""], ["fr-FR"]),
      (["LANG": "de_DE", "LC_MESSAGES": "fr_FR", "LC_ALL": "ar_EG.UTF-8"], ["ar-EG"]),
      (["LANG": "de_DE", "LC_ALL": "C"], []),
      (["LANG": "de_DE", "LANGUAGE": "pt_BR:pt:en:de_DE"], ["pt-BR", "pt", "en", "de-DE"]),
      (["LANG": "C", "LANGUAGE": "de"], []), (["LANGUAGE": "de"], []),
      (["LANG": "de_DE", "LANGUAGE": ":C:?:en"], ["en", "de-DE"]),
      (["LANG": "../../etc"], []), (["LANG": "d"], []), (["LANG": "de_"], []), (["LANG": "überlang_DE"], []),
    ] as [([String: String], [String])])
  func `has the languages of an environment`(environment: [String: String], languages: [String]) {
    #expect(UserLocale(environment: environment).languages == languages)
  }

  @Test(
    arguments: [
      (nil, nil, ""), ("Europe/Berlin", nil, "Europe/Berlin"), (":Europe/Berlin", "x", "Europe/Berlin"),
      ("/usr/share/zoneinfo/America/Argentina/Ushuaia", nil, "America/Argentina/Ushuaia"), ("UTC", nil, "UTC"),
      ("CET-1CEST", "Europe/Berlin", ""), ("CET-1CEST,M3.5.0,M10.5.0/3", nil, ""), ("<+03>-3", nil, ""),
      ("Etc/GMT+5", nil, "Etc/GMT+5"), (nil, "/usr/share/zoneinfo/Asia/Kolkata", "Asia/Kolkata"),
      (":/etc/localtime", "/usr/share/zoneinfo/Asia/Kolkata", "Asia/Kolkata"), ("Europe//Berlin", nil, ""),
      ("Europe/", nil, ""), ("", "../usr/share/zoneinfo/posix/Asia/Kolkata", "Asia/Kolkata"),
      (nil, "Europe/Berlin", "Europe/Berlin"),
      (nil, "/etc/else", ""), ("../../etc/passwd", nil, ""), ("Europe/Ber\u{1B}lin", nil, ""),
    ] as [(String?, String?, String)])
  func `has the time zone of an environment`(variable: String?, link: String?, zone: String) {
    let environment = variable.map { ["TZ": $0] } ?? [:]
    #expect(UserLocale(environment: environment, localTime: link).timeZone == zone)
  }

  @Test(
    arguments: [
      ("", []), ("de", ["de"]), ("de-DE, de;q=0.9, en;q=0.8", ["de-DE", "de", "en"]),
      ("en;q=0.1,fr;q=0.7 , de;q=0.7,*;q=0.5", ["fr", "de", "en"]), ("de;q=0, en", ["en"]), ("de ; q=1.000", ["de"]),
      ("de;q=1.001,en", ["en"]), ("de;q=2,fr;q=-1,it;q=0.1234,es;q=,en;q=x,nl", ["nl"]), (",,;q=1,de,", ["de"]),
      ("d\u{E9}, de-\u{1B}[2J, de--x, abcdefghi, en", ["en"]), ("zh-Hant-TW", ["zh-Hant-TW"]),
      (String(repeating: "a-", count: 2000), []),
    ] as [(String, [String])])
  func `has the languages that a browser accepts`(accepted: String, languages: [String]) {
    #expect(UserLocale(accepted: accepted).languages == languages)
  }

  @Test func `has so many languages, and a zone that is one`() {
    let many = (0..<100).map { "a\(Character(Unicode.Scalar(UInt8(97 + $0 % 26))))" }.joined(separator: ",")
    #expect(UserLocale(accepted: many).languages.count == 32)
    let long = String(repeating: " ", count: 1020) + "en-US"
    #expect(UserLocale(accepted: "de,\(long)").languages == ["de"], "no language is cut")
    #expect(UserLocale(accepted: "", timeZone: "Asia/Tokyo").timeZone == "Asia/Tokyo")
    #expect(UserLocale(accepted: "", timeZone: "<script>").timeZone == "")
    #expect(UserLocale(accepted: "").place == .remote)
  }

  @Test(
    arguments: [
      ([], "en"), (["de"], "de"), (["de-AT"], "de"), (["fr", "de-CH-1996"], "de"), (["fr"], "en"),
      (["EN-gb", "de"], "en"),
      (["zh-Hant-TW"], "zh-Hant"), (["zh"], "en"), (["de-x-mine", "en"], "de"), (["-", "", "de"], "de"),
    ] as [([String], String)])
  func `chooses among the languages of a provider`(languages: [String], chosen: String) {
    var traits = TraitCollection()
    traits.languages = languages
    #expect(traits.language(among: ["en", "de", "zh-Hant"]) == chosen)
    #expect(traits.language(among: []) == "")
  }

  @Test func `is taken only where the traits say nothing`() {
    var traits = TraitCollection()
    traits.languages = ["ar"]
    traits.fill(from: UserLocale(environment: ["LANG": "de_DE", "TZ": "Europe/Berlin"]))
    #expect(traits.languages == ["ar"] && traits.timeZone == "Europe/Berlin" && traits.place == .local)
    traits.fill(from: UserLocale(accepted: "fr", timeZone: "Asia/Tokyo"))
    #expect(traits.languages == ["ar"] && traits.timeZone == "Europe/Berlin" && traits.place == .local)
  }

  @Test(
    arguments: [
      ([:], .local), (["SSH_TTY": "/dev/pts/1"], .remote), (["SSH_CONNECTION": "a 1 b 2"], .remote),
      (["SSH_TTY": ""], .local),
    ] as [([String: String], TraitCollection.Place)])
  func `is elsewhere through SSH`(_ environment: [String: String], _ place: TraitCollection.Place) {
    #expect(UserLocale(environment: environment).place == place)
  }

  @MainActor
  @Test func `has the provider asked again when it changes`() async throws {
    let provider = Polyglot()
    let controller = AppController(interfaceProvider: provider)
    let window = InterfaceWindow()
    try await controller.installRootInterface(in: window)
    #expect(controller.installedInterface?.language == "en")
    window.traits.languages = ["de"]
    await controller.settle()
    #expect(controller.installedInterface?.language == "de")
    window.traits.timeZone = "Europe/Berlin"
    await controller.settle()
    #expect(provider.count == 3)
    window.traits.columns = 80
    await controller.settle()
    #expect(provider.count == 3, "the size is no reason to ask")
  }

  private final class Polyglot: AppControllerInterfaceProviding {
    private(set) var count = 0

    func loggedOutInterface(for controller: AppController.Handle) -> InterfaceDescription {
      count += 1
      return InterfaceDescription("out", language: controller.traits.language(among: ["en", "de"])) {
        Screen("s", title: "S") { Text("in \(controller.traits.timeZone)") }
      }
    }

    func loggedInInterface(for controller: AppController.Handle) -> InterfaceDescription {
      loggedOutInterface(for: controller)
    }
  }
}
