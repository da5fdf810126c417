import Foundation
import TestSupport
import Testing
import appctl

/// A provider whose note replaces the id of another one, to which a user has logged in.
@Suite(.timeLimit(.minutes(30))) struct `A provider that replaces another` {
  private typealias Scene = `A library with the id of another one`.Scene
  private static let id = "com.example.claiming.next"

  private static func scene(_ body: (Scene, _ next: String) throws -> Void) throws {
    try Scene.with { scene in
      try scene.login(try scene.install("1.0.0"))
      try body(scene, try scene.install("2.0.0", as: "next.so", "-DREPLACES"))
    }
  }

  @Test func `says so before it is loaded`() throws {
    try Self.scene { scene, next in
      let facts = try scene.appctl("inspect", next)
      #expect(facts.output.contains("replaces: com.example.claiming\n"), "\(facts)")
    }
  }

  @Test func `gets nothing by its note alone`() throws {
    try Self.scene { scene, next in
      let shown = try scene.appctl("show", "--provider", next, "--allow", "network")
      #expect(shown.output.contains("secret: none") && !shown.output.contains("hush"), "\(shown)")
    }
  }

  @Test func `gets the session, its secret, the home and the permissions by the operator's word, once`() throws {
    try Self.scene { scene, next in
      let homes = URL(fileURLWithPath: scene.appctl.stateFolder).appendingPathComponent("homes")
      try Data("mine".utf8).write(to: homes.appendingPathComponent("com.example.claiming/kept"))
      _ = try scene.appctl("inspect", next)
      let folder = (next as NSString).deletingLastPathComponent
      let words = ["providers", "--take-over", Self.id, "--provider-dir", folder]
      let taken = try scene.appctl(arguments: words)
      #expect(
        taken.output == """
          com.example.claiming.next takes over from com.example.claiming:
            the session of ann
            the folder \(homes.path)/com.example.claiming.next
            permission network: TCP to the port 443
            its place as the provider that commands use without --provider

          """, "\(taken)")
      let shown = try scene.appctl("show", "--provider-dir", folder)
      #expect(shown.output.contains("Version 2.0.0") && shown.output.contains("secret: hush"), "\(shown)")
      #expect(shown.output.contains("granted: network"))
      #expect(FileManager.default.fileExists(atPath: homes.appendingPathComponent("\(Self.id)/kept").path))
      let former = try scene.appctl("status", "--provider", "com.example.claiming")
      #expect(former.output.contains("state: logged-out"), "\(former)")
      let again = try scene.appctl(arguments: words)
      #expect(again.output == "com.example.claiming.next takes over from com.example.claiming: nothing is left of it\n")
    }
  }

  @Test func `keeps its own session, and leaves the other one`() throws {
    try Self.scene { scene, next in
      let login = try scene.appctl("login", "--action", "go", "--provider", next, "--allow", "network")
      #expect(login.status == 0, "\(login)")
      let taken = try scene.appctl("providers", "--take-over", Self.id)
      #expect(taken.output.contains("  not the session, because com.example.claiming.next has its own"), "\(taken)")
      let former = try scene.appctl("status", "--provider", "com.example.claiming")
      #expect(former.output.contains("subject: ann"), "\(former)")
    }
  }

  @Test func `has to replace something`() throws {
    try Self.scene { scene, next in
      let taken = try scene.appctl("providers", "--take-over", "com.example.claiming")
      #expect(taken.status == 66, "\(taken)")
      #expect(taken.errors.contains("com.example.claiming replaces no other provider"))
    }
  }
}
