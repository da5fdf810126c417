internal import AppControllerJSON
import AppControllerKit
import Glibc

@MainActor
struct CredentialSetup {
  let options: ProviderOptions
  let console: Console
  let isDry: Bool

  private var program: String {
    guard let path = unsafe realpath("/proc/self/exe", nil) else { return "appctl" }
    defer { unsafe free(path) }
    return unsafe String(validatingCString: path) ?? "appctl"
  }

  /// With the options that narrow the search.
  private func words(_ kind: String, strict isStrict: Bool = false) throws -> [String] {
    var words = ["credential", kind] + (isStrict ? ["--strict"] : [])
    if let provider = options.provider {
      words += ["--provider", provider.hasSlash ? try FileSystem.absolute(provider) : provider]
    }
    if let profile = options.profile { words += ["--profile", profile.name] }
    if let folder = options.stateDir { words += ["--state-dir", try FileSystem.absolute(folder)] }
    return words
  }

  /// Throws `ACK5031` for a named host that another session has; of those that are not named, it is a warning.
  private func claim(_ names: [String], _ settings: Settings) throws -> [CredentialHost] {
    let search = try CredentialSearch(options, settings, console)
    var hosts = search.accounts.flatMap(\.session.credentialHosts)
    if !names.isEmpty {
      hosts = try names.map { name in
        guard let host = CredentialHost(address: name) else { throw CommandError.badHost(name) }
        return host
      }
    }
    if hosts.isEmpty {
      throw CommandError.usage(
        "no host is named, and no session names one", why: "a helper is set up for hosts, each by itself",
        fix: "write appctl credential setup git git.example.com, or log in with a provider that names hosts")
    }
    hosts = hosts.enumerated().filter { !hosts[..<$0.offset].contains($0.element) }.map(\.element)
    return try hosts.filter { host in
      do {
        try claim(host, search)
        return true
      } catch let error as CommandError where error.code == .hostTaken && names.isEmpty {
        console.warning(error, withFix: true)
        return false
      }
    }
  }

  private func claim(_ host: CredentialHost, _ search: CredentialSearch) throws {
    let claims = search.claims(of: host)
    // Of the profiles of one provider, the one in use comes first.
    guard let account = search.account(for: host) ?? claims.first else {
      return console.warning(
        "no session is for \(host) yet: log in with a provider that names it, then set it up again")
    }
    let file = try StateFolder(options.stateDir).credentialHosts
    if !search.isSetUp(host), claims.contains(where: { $0.provider != account.provider }) {
      throw CommandError.hostTaken(host, by: nil, not: claims.map(\.name))
    }
    if isDry { return }
    if try file.claim(host, for: account.provider, account.profile) {
      console.note("\(host) gets the secret of \(account.name) from now on")
    }
  }
}

// MARK: - git

extension CredentialSetup {
  func git(_ names: [String], _ settings: Settings, isStrict: Bool) throws {
    let command = ([program] + (try words("git", strict: isStrict))).map(Self.quoted).joined(separator: " ")
    // git runs a helper as a shell command if it begins with a slash; a quoted path needs the mark "!" for that.
    let helper = command.hasPrefix("/") ? command : "!\(command)"
    for host in try claim(names, settings) {
      let key = "credential.https://\(host).helper"
      let (status, output) = try ChildProgram.run("git", ["config", "--global", "-z", "--get-all", key])
      guard status == 0 || status == 1 else { throw CommandError.notSetUp("git config failed with status \(status)") }
      let former = output.split(separator: "\0", omittingEmptySubsequences: false).dropLast().map(String.init)
      let others = former.filter { $0 != helper && !$0.isEmpty && !Self.isOwn($0) }
      // An empty helper removes those before it, which would also receive the secret. git asks the others in their
      // order.
      var wanted = ["", helper]
      if names.isEmpty, !others.isEmpty {
        let rest = former.filter { $0.isEmpty || others.contains($0) }
        let start = rest.lastIndex(of: "").map { $0 + 1 } ?? 0
        wanted = rest[..<start] + [helper] + rest[start...]
      }
      if former == wanted {
        console.note("git asks appctl for \(host) already; nothing changed")
        continue
      }
      for (index, value) in wanted.enumerated() {
        let words = ["config", "--global", index == 0 ? "--replace-all" : "--add", key, value]
        if !isDry {
          let (status, _) = try ChildProgram.run("git", words)
          guard status == 0 else {
            let rest = wanted[index...].map { CommandError.quoted($0) }.joined(separator: ", ")
            throw CommandError.notSetUp("git config failed with status \(status), and has not got \(rest)")
          }
        }
        console.result("git \(words.map(Self.quoted).joined(separator: " "))\n".displayableLines)
      }
      for other in others {
        console.note(
          wanted.contains(other)
            ? "it is asked before the helper \(CommandError.quoted(other)), which stays, and which git tells the secret, "
              + "too; with 'appctl credential setup git \(host)' it is replaced"
            : "it replaces the helper \(CommandError.quoted(other))")
      }
    }
  }

  /// True also for this program at another place or with other options.
  private static func isOwn(_ helper: String) -> Bool {
    helper.contains("appctl") && helper.contains(" credential git")
  }

  private static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { $0 > 0x7F || $0.isLetterOrDigit || "/._-:=@%+,".utf8.contains($0) }
    if !word.isEmpty, isPlain { return word }
    return "'\(word.replacing("'", with: "'\\''"))'"
  }
}

// MARK: - docker

extension CredentialSetup {
  func docker(_ names: [String], _ settings: Settings) throws {
    let hosts = try claim(names, settings)
    let folder: String
    if let given = try SystemText.variable("DOCKER_CONFIG"), !given.isEmpty {
      folder = try FileSystem.absolute(given)
    } else if let home = try SystemText.variable("HOME"), home.isAbsolutePath {
      folder = "\(home)/.docker"
    } else {
      throw CommandError.notSetUp("neither DOCKER_CONFIG nor HOME says where docker's configuration is")
    }
    // If the file is a link, its target is written, so that the link remains.
    var path = "\(folder)/config.json"
    if let target = unsafe realpath(path, nil) {
      path = unsafe String(cString: target)
      unsafe free(target)
    }
    var added: [CredentialHost] = []
    let edit = { (bytes: [UInt8]) throws -> [UInt8]? in
      var changed: [UInt8]?
      added = []
      for host in hosts {
        guard let next = try Self.adding(host, to: changed ?? bytes, path) else { continue }
        changed = next
        added.append(host)
      }
      return changed
    }
    if isDry {
      _ = try edit(unsafe access(path, F_OK) == 0 ? FileSystem.content(of: path, atMost: 1 << 20) : [])
    } else {
      try SharedFile(path: path).change(edit)
    }
    for host in hosts {
      if added.contains(host) {
        console.result("\(path): \"credHelpers\": { \"\(host)\": \"appctl\" }\n".displayableLines)
      } else {
        console.note("docker asks appctl for \(host) already; nothing changed")
      }
    }
    if ChildProgram.path(of: "docker-credential-appctl") == nil {
      console.note(
        "docker needs the program under another name, in a folder of PATH: "
          + "ln -s \(Self.quoted(program)) ~/.local/bin/docker-credential-appctl")
    }
  }

  /// All other bytes are unchanged; nil when the configuration names this program already.
  static func adding(_ host: CredentialHost, to bytes: [UInt8], _ path: String) throws -> [UInt8]? {
    let entry = "\n\t\t\"\(host)\": \"appctl\""
    let section = "\n\t\"credHelpers\": {\(entry)\n\t}"
    if bytes.allSatisfy({ [9, 10, 13, 32].contains($0) }) { return Array("{\(section)\n}\n".utf8) }
    let outline: JSONOutline
    do throws(AppControllerError) { outline = try JSONOutline(bytes, limits: JSONLimits()) } catch {
      throw CommandError.notSetUp("\(path.displayable) is no JSON: \(error.what)")
    }
    func insert(_ text: String, into object: JSONOutline.Value) throws -> [UInt8] {
      guard outline.isObject(object) else { throw CommandError.notSetUp("\(path.displayable) is no object of objects") }
      let offset = outline.offset(of: object) + 1
      let isEmpty = outline.contents(of: object).first { _ in true } == nil
      return Array(bytes[..<offset]) + Array((text + (isEmpty ? "" : ",")).utf8) + Array(bytes[offset...])
    }
    guard let helpers = outline.value(at: ["credHelpers"]) else { return try insert(section, into: outline.root) }
    guard outline.isObject(helpers), let present = outline.value(at: ["credHelpers", host.description]) else {
      return try insert(entry, into: helpers)
    }
    let offset = outline.offset(of: present)
    guard outline.isString(present), let content = outline.plainContent(at: offset) else {
      throw CommandError.notSetUp("\(path.displayable) has a helper for \(host) that is no plain text")
    }
    if bytes[content].elementsEqual("appctl".utf8) { return nil }
    return Array(bytes[..<content.lowerBound]) + Array("appctl".utf8) + Array(bytes[content.upperBound...])
  }
}

// MARK: - kubectl

extension CredentialSetup {
  /// A JSON string is also a YAML string.
  func kubernetes(_ names: [String], _ settings: Settings) throws {
    do { _ = try claim(names, settings) } catch let error as CommandError where error.code == .usage && names.isEmpty {
      // Without a session the entry can be printed all the same.
    }
    func text(_ text: String) -> String { JSONValue.string(text).line }
    console.result(
      """
      users:
      - name: appctl
        user:
          exec:
            apiVersion: \(ExecCredential.newestVersion)
            command: \(text(program))      args:

      """ + (try words("kubernetes")).map { "      - \(text($0))" }.joined() + """
              interactiveMode: Never
              provideClusterInfo: true

        """)
    console.note("put it into the file of KUBECONFIG or ~/.kube/config, and name the user in a context")
  }
}

extension CommandError {
  static func badHost(_ name: String) -> CommandError {
    .badValue(
      name, for: "HOST", why: "it is the name of a host, with its port if it is not 443, and HTTPS",
      fix: "write it as git.example.com")
  }

  static func notSetUp(_ what: String) -> CommandError {
    CommandError(
      .notSetUp, what: what, why: "the configuration of another program could not be changed, or not be understood",
      fix: "look what it says, or write by hand what --print shows")
  }
}
