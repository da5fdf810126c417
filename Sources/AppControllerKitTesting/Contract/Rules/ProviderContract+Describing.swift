import AppControllerKit

extension ProviderContract {
  nonisolated static let describingRules: [Rule] = [
    Rule("interfaces-are-described", "Both interfaces are described, for whoever asks.") { examination in
      for state in Examination.states {
        do {
          _ = try await examination.makeProvider().interface(for: examination.handle(state))
        } catch {
          examination.report(
            expected: "a description of the \(state.rawValue) interface", seen: "the error: \(error.sentence)",
            likelyCause: "the function needs something that is not there in a test, such as a server or a session of "
              + "its own; give the examination the session that it needs, or describe what is missing"
          )
        }
      }
    },
    Rule("interfaces-are-valid", "No interface breaks a rule of descriptions, the splash included.") { examination in
      for state in Examination.states + [.launching] {
        for fault in await examination.interface(state, of: examination.makeProvider())?.faults ?? [] {
          examination.report(
            expected: "a valid \(state.rawValue) interface", seen: "\(fault)",
            likelyCause: "what stands at the path; `appctl explain \(fault.code.rawValue)` says more"
          )
        }
      }
    },
    Rule("interfaces-are-within-limits", "No interface and no answer is larger than hosts take.") { examination in
      await examination.checkSizes()
    },
    Rule("interfaces-are-repeatable", "Who asks twice with equal handles gets equal interfaces.") { examination in
      for state in Examination.states {
        let provider = examination.makeProvider()
        guard let first = await examination.interface(state, of: provider),
          let second = await examination.interface(state, of: provider), first != second
        else { continue }
        examination.report(
          expected: "the \(state.rawValue) interface as it was the first time",
          seen: difference(first, second),
          likelyCause:
            "the interface shows a count, a time or a random text, which is another one each time; a host may "
            + "ask again at any moment, and what was typed and selected would be lost"
        )
      }
    },
    Rule("every-surface-is-described", "Each interface is valid on every surface.") { examination in
      await examination.checkSurfaces()
    },
    Rule("interface-is-of-its-session", "The logged-in interface depends on its own session, and on none before.") {
      examination in
      var other = Session(subject: "waffle@example.com", displayName: "Waffle of Nowhere")
      other.secret = examination.contract.session.secret
      let asked = examination.handle(.loggedIn, session: other)
      // It is asked first, because a library keeps some of its variables for all instances.
      let expected = try? await examination.makeProvider().interface(for: asked)
      let used = examination.makeProvider()
      guard let expected, let first = await examination.steadyInterface(.loggedIn, of: used) else { return }
      if let name = [other.displayName, other.subject].first(where: JSONRenderer().render(first).contains) {
        return examination.report(
          expected: "the interface of \(examination.contract.session.subject), and nothing of \(other.subject) in it",
          seen: "it shows \(name.debugDescription)",
          likelyCause: "the provider keeps a session in a variable of the whole library; use the handle's")
      }
      guard let seen = try? await used.interface(for: asked), seen != expected else { return }
      examination.report(
        expected: "the interface of \(other.subject), as a new provider describes it",
        seen: "after the interface of \(examination.contract.session.subject) was asked for, "
          + difference(expected, seen),
        likelyCause: "the provider keeps the first session, or something made of it; use the handle's"
      )
    },
    Rule("named-pictures-are-given", "Each picture that an interface names is given, and is one that hosts show.") {
      examination in
      for state in Examination.states { await examination.checkPictures(of: state) }
    },
    Rule("describing-does-not-invalidate", "Who is asked for an interface does not ask for another.") { examination in
      for state in Examination.states + [.launching] {
        let before = examination.recorder.requests.count
        _ = await examination.interface(state, of: examination.makeProvider())
        guard examination.recorder.requests.dropFirst(before).contains(.invalidate) else { continue }
        examination.report(
          expected: "no call of the handle's invalidate() while the \(state.rawValue) interface is described",
          seen: "one",
          likelyCause: "it is meant for a change that comes later; here it would be asked for without end"
        )
      }
    },
  ]

  nonisolated private static func difference(_ first: InterfaceDescription, _ second: InterfaceDescription) -> String {
    let texts = [first, second].map { JSONRenderer(pretty: true).render($0).split(separator: "\n") }
    let pair = zip(texts[0], texts[1]).first { $0 != $1 }
    return pair.map { "\($0.trimmed) became \($1.trimmed)" } ?? "\(first.nodeCount) nodes became \(second.nodeCount)"
  }
}

extension Substring {
  fileprivate var trimmed: Substring { drop { $0 == " " } }
}

extension Examination {
  fileprivate func checkPictures(of state: AppController.State) async {
    let provider = makeProvider()
    guard let interface = await interface(state, of: provider) else { return }
    for name in interface.root.assetNames {
      do {
        guard let bytes = try await provider.asset(name, for: handle(state)) else {
          report(
            expected: "the picture \"\(name)\" of the \(state.rawValue) interface", seen: "that there is none",
            likelyCause: "the provider has no asset function, or the name is spelled differently in it")
          continue
        }
        _ = try AssetImage(bytes, named: name)
      } catch {
        report(
          expected: "the picture \"\(name)\" of the \(state.rawValue) interface", seen: "the error: \(error.sentence)",
          likelyCause: "the bytes are no PNG, or too large; `appctl explain ACK1008` says what hosts show")
      }
    }
  }

  private static let surfaces: [(name: String, traits: TraitCollection)] = [
    ("a terminal of 20 columns", .contract { ($0.idiom, $0.columns, $0.rows) = (.terminal, 20, 5) }),
    ("a wide terminal", .contract { ($0.idiom, $0.columns, $0.rows, $0.color) = (.terminal, 500, 200, .dark) }),
    ("a stream of text without colours", .contract { ($0.idiom, $0.color, $0.motion) = (.text, .monochrome, .none) }),
    ("a page", .contract { ($0.idiom, $0.color, $0.motion) = (.page, .light, .reduced) }),
    (
      "a page that is read from right to left",
      .contract { ($0.idiom, $0.direction, $0.languages) = (.page, .rightToLeft, ["ar"]) }
    ),
    (
      "a terminal whose user reads languages that nobody knows",
      .contract { ($0.idiom, $0.languages, $0.timeZone) = (.terminal, ["x-nobody", "", "tlh-Latn"], "Mars/Olympus") }
    ),
  ]

  fileprivate func checkSurfaces() async {
    for state in Self.states {
      // Another rule reports an error that every surface has.
      guard await interface(state, of: makeProvider())?.isShowable == true else { continue }
      for (name, traits) in Self.surfaces {
        let seen: String
        do {
          let interface = try await makeProvider().interface(for: handle(state, traits: traits))
          guard let fault = interface?.validate().first(where: { $0.severity == .error }) else { continue }
          seen = "\(fault)"
        } catch {
          seen = "the error: \(error.sentence)"
        }
        report(
          expected: "a valid \(state.rawValue) interface on \(name)", seen: seen,
          likelyCause: "the branch for these traits; where nothing fits, describe as for traits that say nothing"
        )
      }
    }
  }

  fileprivate func checkSizes() async {
    for state in Self.states + [.launching] {
      let diagnostics = await interface(state, of: makeProvider())?.validate() ?? []
      for diagnostic in diagnostics where diagnostic.isAboutSize {
        report(
          expected: "a \(state.rawValue) interface within the limits", seen: "\(diagnostic)",
          likelyCause: "everything is shown at once; show a part, and the rest when it is asked for"
        )
      }
    }
    await perform { performance in
      let effects = performance.response?.effects ?? []
      if effects.count > ActionResponse.contractLimit {
        report(
          expected: "at most \(ActionResponse.contractLimit) effects to \(performance.name)",
          seen: "\(effects.count) effects", likelyCause: "an effect for each of many things; tell the user once"
        )
      }
      for text in effects.flatMap(\.texts) where text.utf8.count > InterfaceLimits.standard.text {
        report(
          expected: "texts of at most \(InterfaceLimits.standard.text) bytes in the answer to \(performance.name)",
          seen: "a text of \(text.utf8.count) bytes", likelyCause: "a text of somebody else's that is passed on whole"
        )
      }
    }
  }
}

extension TraitCollection {
  fileprivate static func contract(_ change: (inout TraitCollection) -> Void) -> TraitCollection {
    var traits = TraitCollection()
    change(&traits)
    return traits
  }
}
