import Foundation
import TestSupport
import Testing

/// The permissions that an operator grants, and their effect on the provider.
@Suite struct `A permission of a provider` {
  private static let refused = "TCP: Permission denied; UDP: Permission denied"
  private static let granted = "TCP: done; UDP: done"

  @Test func `is granted by an option for one command, and by config.json for all`() throws {
    let library = try FixtureLibrary.build("Tests/Fixtures/networking.c")
    let folder = try TestFolder(mode: 0o700)
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/appcontroller", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try withStateFolder { appctl in
      var appctl = appctl
      appctl.environment = ["XDG_CONFIG_HOME": folder.path]
      func shown(_ options: String...) throws -> String {
        try appctl(arguments: ["show", "--provider", library] + options).output
      }
      #expect(try shown().contains(Self.refused), "a library that anybody may have put there is isolated")
      #expect(try shown("--allow", "network").contains(Self.granted))
      #expect(try shown().contains(Self.refused), "it is not remembered")
      #expect(try shown("--not-isolated").contains(Self.granted), "nothing can be kept from it there")
      try folder.write(#"{ "allow": { "com.example.networking": ["network"] } }"#, to: "appcontroller/config.json")
      #expect(try shown("--isolated").contains(Self.granted))
      try folder.write(#"{ "allow": { "com.example.other": ["network"] } }"#, to: "appcontroller/config.json")
      #expect(try shown("--isolated").contains(Self.refused), "what another one may is nothing to it")
      #expect(try appctl("show", "--provider", library, "--allow", "disk").status == 64)
    }
  }

  @Test func `is granted to validate by the same option`() throws {
    let library = try FixtureLibrary.build("Tests/Fixtures/networking.c", defining: "NEEDS_NETWORK=1")
    let appctl = AppCtlProcess(stateFolder: "", namesStateFolder: false)
    #expect(try appctl("validate", library, "--only", "create-answers").status == 65)
    #expect(try appctl("validate", library, "--only", "create-answers", "--allow", "network").status == 0)
  }
}
