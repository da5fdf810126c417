internal import AppControllerJSON
import AppControllerKit
import Glibc

/// Configures git, docker and kubectl to ask this program for credentials.
@MainActor
struct CredentialSetup {
  let options: ProviderOptions
  let console: Console
  /// Whether the changes are only printed.
  let isDry: Bool

  /// The path of this program.
  private var program: String {
    guard let path = unsafe realpath("/proc/self/exe", nil) else { return "appctl" }
    defer { unsafe free(path) }
    return unsafe String(validatingCString: path) ?? "appctl"
  }

  /// Returns this program's arguments for a kind of credential, with the options that narrow the search.
  private func words(_ kind: String, strict isStrict: Bool = false) throws -> [String] {
    var words = ["credential", kind] + (isStrict ? ["--strict"] : [])
    if let provider = options.provider {
      words += ["--provider", provider.hasSlash ? try FileSystem.absolute(provider) : provider]
    }
    if let profile = options.profile { words += ["--profile", profile.name] }
    if let folder = options.stateDir { words += ["--state-dir", try FileSystem.absolute(folder)] }
    return words
  }

  /// Returns the named hosts, or those of all sessions.
  private func hosts(_ names: [String], _ settings: Settings) throws -> [CredentialHost] {
    let search = try CredentialSearch(options, settings) { [console] in console.warning("\($0.what) [\($0.codeName)]") }
    let known = search.accounts.flatMap(\.session.credentialHosts)
    var hosts: [CredentialHost] = []
    for name in names {
      guard let host = CredentialHost(address: name) else {
        throw CommandError.badValue(
          name, for: "HOST", why: "it is the name of a host, with its port if it is not 443, and HTTPS",
          fix: "write it as git.example.com")
      }
      if !known.contains(host) {
        console.warning("no session is for \(host) yet: log in with a provider that names it")
      }
      hosts.append(host)
    }
    if names.isEmpty { hosts = known }
    if hosts.isEmpty { throw CommandError.noHosts }
    return hosts.enumerated().filter { hosts[..<$0.offset].contains($0.element) == false }.map(\.element)
  }
}

// MARK: - git

extension CredentialSetup {
  func git(_ names: [String], _ settings: Settings, isStrict: Bool) throws {
    let command = ([program] + (try words("git", strict: isStrict))).map(Self.quoted).joined(separator: " ")
    // git runs a helper as a shell command if it begins with a slash; a quoted path needs the mark "!" for that.
    let helper = command.hasPrefix("/") ? command : "!\(command)"
    for host in try hosts(names, settings) {
      let key = "credential.https://\(host).helper"
      let (status, former) = try ChildProgram.run("git", ["config", "--global", "--get-all", key])
      guard status == 0 || status == 1 else { throw CommandError.notSetUp("git config failed with status \(status)") }
      if status == 0, former == "\n\(helper)\n" {
        console.note("git asks appctl for \(host) already; nothing changed")
        continue
      }
      // The empty helper removes the others, which would also receive the secret.
      for words in [["--replace-all", key, ""], ["--add", key, helper]] {
        let words = ["config", "--global"] + words
        if !isDry {
          let (status, _) = try ChildProgram.run("git", words)
          guard status == 0 else { throw CommandError.notSetUp("git config failed with status \(status)") }
        }
        console.result("git \(words.map(Self.quoted).joined(separator: " "))\n".displayableLines)
      }
      for line in former.split(separator: "\n") where line != helper {
        console.note("it replaces the helper \(CommandError.quoted(String(line)))")
      }
    }
  }

  /// Quotes a word for a shell.
  private static func quoted(_ word: String) -> String {
    func isPlain(_ byte: UInt8) -> Bool {
      byte > 0x7F || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || "/._-:=@%+,".utf8.contains(byte)
    }
    if !word.isEmpty, word.utf8.allSatisfy(isPlain) { return word }
    return "'\(word.replacing("'", with: "'\\''"))'"
  }
}

// MARK: - docker

extension CredentialSetup {
  func docker(_ names: [String], _ settings: Settings) throws {
    let hosts = try hosts(names, settings)
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
    var bytes = unsafe access(path, F_OK) == 0 ? try FileSystem.content(of: path, atMost: 1 << 20) : []
    for host in hosts {
      guard let changed = try Self.adding(host, to: bytes, path) else {
        console.note("docker asks appctl for \(host) already; nothing changed")
        continue
      }
      bytes = changed
      if !isDry {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return }
        try FileSystem.makeFolder(String(path[..<slash])).replaceEntry(
          String(path[path.utf8.index(after: slash)...]), with: bytes)
      }
      console.result("\(path): \"credHelpers\": { \"\(host)\": \"appctl\" }\n".displayableLines)
    }
    if ChildProgram.path(of: "docker-credential-appctl") == nil {
      console.note(
        "docker needs the program under another name, in a folder of PATH: "
          + "ln -s \(Self.quoted(program)) ~/.local/bin/docker-credential-appctl")
    }
  }

  /// Returns docker's configuration with this program as the helper for a host; all other bytes are unchanged.
  ///
  /// - Returns: The bytes; nil when the configuration names this program already.
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
  /// Prints the user entry for a kubeconfig; a JSON string is also a YAML string.
  func kubernetes() throws {
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
  fileprivate static var noHosts: CommandError {
    .usage(
      "no host is named, and no session names one", why: "a helper is set up for hosts, each by itself",
      fix: "write appctl credential setup git git.example.com, or log in with a provider that names hosts")
  }

  static func notSetUp(_ what: String) -> CommandError {
    CommandError(
      .notSetUp, what: what, why: "the configuration of another program could not be changed, or not be understood",
      fix: "look what it says, or write by hand what --print shows")
  }
}
