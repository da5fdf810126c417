import Foundation
import Glibc
import TestSupport
import Testing

/// The files in an ordinary user's home, and a provider that tries to read them.
@Suite(.timeLimit(.minutes(30))) struct `An ordinary user's files` {
  /// The user "nobody" of Debian.
  private static let user: uid_t = 65534

  @Test func `are read by a provider in the user's process, and not by one in a process of its own`() throws {
    let folder = try TestFolder()
    var appctl = AppCtlProcess(stateFolder: folder.path(of: "home/.local/state/appcontroller"))
    appctl.environment = ["HOME": folder.path(of: "home"), "XDG_RUNTIME_DIR": "", "XDG_STATE_HOME": ""]
    try makeFolders("home/.ssh", "home/.local/state", "providers/prying.resources", in: folder)
    try folder.write("secret".utf8, to: "home/.ssh/id_ed25519")
    let (provider, kitty) = (folder.path(of: "providers/prying.so"), folder.path(of: "providers/kitty.so"))
    try FileManager.default.copyItem(atPath: FixtureLibrary.build("Tests/Fixtures/prying.c"), toPath: provider)
    try FileManager.default.copyItem(atPath: FixtureLibrary.exampleInC(), toPath: kitty)
    if geteuid() == 0 { try becomeOrdinary(&appctl, in: folder) }

    // Another provider's session.
    let password = ["--set", "email=kitty@example.com", "--set-stdin", "password"]
    let login = try appctl(arguments: ["login", "--provider", kitty] + password, input: "meow1234")
    try #require(login.status == 0, "\(login)")
    let sessions = try #require(FileManager.default.enumerator(atPath: appctl.stateFolder)?.allObjects as? [String])
    let session = try #require(sessions.first { $0.hasSuffix("com.example.kitty-c.session.json") }, "\(sessions)")
    let wanted = ["\(folder.path)/home/.ssh/id_ed25519", "\(appctl.stateFolder)/\(session)"]
    try folder.write("\(wanted.joined(separator: "\n"))\n".utf8, to: "providers/prying.resources/wanted")

    let show = ["show", "--provider", provider]
    let files = "id_ed25519: OUTCOME; com.example.kitty-c.session.json: OUTCOME; "
    let plain = try appctl(arguments: show + ["--not-isolated"])
    #expect(plain.output.contains(files.replacing("OUTCOME", with: "done")), "\(plain)")
    // The provider is isolated unless the user says otherwise.
    let isolated = try appctl(arguments: show)
    let refused = files.replacing("OUTCOME", with: "Permission denied") + "host: Operation not permitted"
    #expect(isolated.output.contains(refused), "\(isolated)")
  }

  private func makeFolders(_ names: String..., in folder: TestFolder) throws {
    for name in names {
      try FileManager.default.createDirectory(atPath: folder.path(of: name), withIntermediateDirectories: true)
    }
  }

  /// Gives the folder to an ordinary user, who runs a copy of `appctl` there because the build may be in root's folder.
  private func becomeOrdinary(_ appctl: inout AppCtlProcess, in folder: TestFolder) throws {
    let copy = folder.path(of: "appctl")
    try Tool.copyProgram(appctl.executable.path, to: copy)
    let files = FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String] ?? []
    for path in [folder.path] + files.map({ folder.path(of: $0) }) {
      try #require(unsafe chown(path, Self.user, Self.user) == 0)
    }
    appctl.executable = URL(fileURLWithPath: copy)
    appctl.launcher = ["/usr/bin/setpriv", "--reuid=\(Self.user)", "--regid=\(Self.user)", "--clear-groups"]
  }
}
