import Foundation
import TestSupport
import Testing

@Suite("show and perform against the example provider")
struct InterfaceCommandTests {
  @Test func `show prints the canonical description of any state`() throws {
    try withStateFolder { appctl in
      let kitty = ["--provider", AppCtlProcess.kitty]
      let loggedOut = try appctl("show", "--state", "logged-out", "--format", "json", kitty[0], kitty[1])
      #expect(loggedOut.status == 0)
      #expect(loggedOut.output.hasPrefix(#"{"id":"logged-out","lang":"en","root":{"children":["#))
      let json = try #require(try JSONSerialization.jsonObject(with: Data(loggedOut.output.utf8)) as? [String: Any])
      let sorted = try JSONSerialization.data(withJSONObject: json, options: [.sortedKeys, .withoutEscapingSlashes])
      #expect(String(decoding: sorted, as: UTF8.self) + "\n" == loggedOut.output)
      try #expect(appctl("show", "--state", "launching", kitty[0], kitty[1]).output.hasPrefix("== Kitty == (busy)\n"))
      try #expect(appctl("show", "--state", "logged-in", kitty[0], kitty[1]).output.contains("## Hello, friend!"))
      #expect(!FileManager.default.fileExists(atPath: appctl.stateFolder))
    }
  }

  @Test func `show prints any state as a page`() throws {
    try withStateFolder { appctl in
      for state in ["logged-out", "logged-in", "launching"] {
        let page = try appctl("show", "--state", state, "--format", "html", "--provider", AppCtlProcess.kitty)
        #expect(page.status == 0)
        #expect(page.output.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\""))
        #expect(page.output.hasSuffix("</html>\n"))
        #expect(page.output.contains("<h1 id=") && !page.output.contains("class=\"stage\""))
      }
      let folder = try TestFolder()
      let screen = #"{"kind":"screen","id":"s","label":"One of many"}"#
      let file = try folder.write(#"{"id":"a","interfaces":{"one":{"root":\#(screen)}}}"#.utf8, to: "a.json")
      let one = try appctl("show", "--storyboard", file, "--interface", "one", "--format", "html")
      #expect(one.output.contains("<title>One of many</title>"))
    }
  }

  @Test func `show prints the transition that the provider configures`() throws {
    try withStateFolder { appctl in
      let page = try appctl("show", "--transition", "--format", "html", "--provider", AppCtlProcess.kitty)
      #expect(page.status == 0)
      #expect(page.output.contains("animation: leave 600ms linear 0ms both;"))
      let parts = page.output.split(separator: "<div class=\"old\" aria-hidden=\"true\"")
      #expect(parts.count == 2 && parts[0].contains("Hello, friend!") && parts[1].contains("Welcome to Kitty"))
      #expect(!FileManager.default.fileExists(atPath: appctl.stateFolder))
    }
  }

  @Test func `show says what a transition needs, and what it cannot be`() throws {
    try withStateFolder { appctl in
      let kitty = ["show", "--transition", "--provider", AppCtlProcess.kitty]
      let text = try appctl(arguments: kitty)
      #expect(text.status == 64 && text.errors.contains("add --format html"))
      let state = try appctl(arguments: kitty + ["--format", "html", "--state", "logged-in"])
      #expect(state.status == 64 && state.errors.contains("leave out --state"))
      #expect(state.output.isEmpty)
    }
  }

  @Test func `perform prints the screen that the provider answers with`() throws {
    try withStateFolder { appctl in
      try appctl.login()
      let outcome = try appctl("perform", "product.open", "--node", "product-3")
      #expect(outcome.status == 0)
      #expect(
        outcome.output == """
          == Catnip Mouse ==
          ## Catnip Mouse
          €4.20
          Filled with dried catnip, and good for an hour of madness.

          """
      )
    }
  }

  @Test func `perform prints the answer as one JSON object`() throws {
    try withStateFolder { appctl in
      try appctl.login()
      let outcome = try appctl("perform", "--node", "product-3", "--format", "json")
      #expect(outcome.output.hasPrefix(#"{"schema":1,"effects":[{"effect":"show","interface":{"id":"product-3","#))
      #expect(outcome.output.hasSuffix(#","placement":"push"}]}"# + "\n"))
      let logout = try appctl("perform", "sign-out", "--format", "json")
      #expect(logout.output == #"{"schema":1,"effects":[{"effect":"logout"}]}"# + "\n")
    }
  }

  @Test func `perform names what it needs when an action is ambiguous, unknown or not there`() throws {
    try withStateFolder { appctl in
      try appctl.login()
      let ambiguous = try appctl("perform", "product.open")
      #expect(ambiguous.status == 64)
      #expect(ambiguous.errors.contains("product-1, product-2, product-3, product-4, product-5"))
      let unknown = try appctl("perform", "product.opne")
      #expect(unknown.status == 64)
      #expect(unknown.errors.contains("did you mean 'product.open'?"))
      try #expect(appctl("perform", "--node", "nobody").status == 64)
      try #expect(appctl("perform").status == 64)
      try #expect(appctl("perform", "sign-out", "--node", "product-1").status == 64)
    }
  }

  @Test func `a provider that refuses an action exits 1 with its own words`() throws {
    try withStateFolder { appctl in
      try appctl.login()
      let outcome = try appctl("perform", "--node", "product-3", "--payload", "product=9")
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains(#"there is no product "9""#))
      #expect(outcome.errors.contains("the provider suggests: open one of those"))
    }
  }

  @Test func `perform can log out`() throws {
    try withStateFolder { appctl in
      try appctl.login()
      let outcome = try appctl("perform", "sign-out")
      #expect(outcome.status == 0)
      #expect(outcome.output.hasPrefix("== Welcome to Kitty ==\n"))
      try #expect(appctl("status").output.hasPrefix("state: logged-out\n"))
    }
  }
}
