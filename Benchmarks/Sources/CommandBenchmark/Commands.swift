import Glibc
import Measuring
import Plugins

/// Runs `appctl` from its start to its end, compared with a program in C that loads the same plugin.
@MainActor
struct Commands {
  private static let linkages = [
    ("appctl, static runtime", "appctl-static", "packed relocations; what is to be installed"),
    ("appctl, shared runtime", "appctl-shared", "the plain release build"),
  ]

  private let scratch: String

  init(scratch: String) { self.scratch = scratch }

  func measure() async throws {
    for (plugin, name) in [(Plugin.inC, "c"), (.inSwift, "swift")] {
      let provider = ["--provider", plugin.example, "--state-dir", "\(scratch)/state-\(name)"]
      try await compare(
        "status-\(name)", "appctl status, \(plugin.rawValue)", plugin, ["status"] + provider)
      let inputs = ["--store", "memory", "--set", "email=kitty@example.com", "--set-stdin", "password"]
      try await compare("login-\(name)", "appctl login, \(plugin.rawValue)", plugin, ["login"] + provider + inputs)
    }
    try await compare("help", "appctl --help", nil, ["--help"])
  }

  private func compare(
    _ key: String, _ title: String, _ plugin: Plugin?, _ arguments: [String]
  ) async throws {
    guard Extent.includes(key) else { return }
    let password = try passwordFile()
    func candidate(
      _ name: String, _ program: String, note: String, _ arguments: [String]
    ) -> Candidate {
      let command = Spawn(
        BuildFolder.file(program), arguments, environment: ["XDG_STATE_HOME=\(scratch)"],
        files: [.open(password, O_RDONLY, as: 0), .open("/dev/null", O_WRONLY, as: 1)])
      return Candidate(name, note: note) { try command.run() }
    }
    let bare = candidate(
      "C program", "peers/command", note: plugin == nil ? "prints a line" : "dlopen, dlsym, the query",
      plugin.map { [$0.example] } ?? [])
    let ours = Self.linkages.map { name, program, note in
      candidate(name, program, note: note, arguments)
    }
    var comparison = Comparison(key, title, unit: .milliseconds, rounds: 201, [bare] + ours)
    try await comparison.run()
  }

  private func passwordFile() throws -> String {
    let path = "\(scratch)/password"
    guard let file = unsafe fopen(path, "w") else { fatalError("cannot write \(path)") }
    unsafe fputs("meow1234\n", file)
    unsafe fclose(file)
    return path
  }
}
