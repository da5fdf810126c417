import AppControllerKit
import Testing

@testable import appctl

private let names = CommandTable.current.names

@Suite struct `Help` {
  @Test func `names the version`() {
    #expect(HelpText.version() == "appctl \(KitVersion.current)")
  }

  @Test func `gives an overview`() {
    #expect(HelpText.overview() == overview)
  }

  @Test func `explains a command with options only`() throws {
    #expect(try HelpText.help(for: CommandTable.current.command(named: "login")) == login)
  }

  @Test func `explains a command with an argument`() throws {
    #expect(try HelpText.help(for: CommandTable.current.command(named: "help")) == help)
  }

  @Test(arguments: names + [nil])
  func `fits 80 columns of plain ASCII`(name: String?) throws {
    let text = try name.map { HelpText.help(for: try CommandTable.current.command(named: $0)) } ?? HelpText.overview()
    #expect(text.utf8.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) })
    for line in text.split(separator: "\n") {
      #expect(line.utf8.count <= 80 && line.last != " ", "\(line)")
    }
  }
}

@Suite struct `The commands` {
  @Test(arguments: names)
  func `has names once and sentences that end`(name: String) throws {
    let command = try CommandTable.current.command(named: name)
    let options = command.parameters.allOptions.flatMap(\.names)
    #expect(Set(options).count == options.count)
    var sentences: [String] = [command.help.summary]
    sentences += command.help.discussion
    sentences += command.parameters.arguments.map(\.help)
    sentences += command.parameters.allOptions.map(\.help)
    #expect(sentences.allSatisfy { $0.hasSuffix(".") })
    #expect(command.parameters.allOptions.contains(.help) && command.parameters.allOptions.contains(.version))
    // Optional arguments stand last, so that leaving one out does not shift the others.
    let optional = command.parameters.arguments.map(\.isOptional)
    #expect(optional == optional.filter { !$0 } + optional.filter { $0 })
  }

  /// A property that is missing in the list would never be filled.
  @Test(arguments: names)
  func `lists each of its properties by its name`(name: String) throws {
    let command = try CommandTable.current.command(named: name).init()
    let group = Mirror(reflecting: command).children.compactMap { $1 as? ProviderOptions }.first
    #expect(command.shared.map(\.key) == group?.declared.map(\.key) ?? [])
    let lists: [(DeclaredParameters, Any)] = [(command.declared, command)] + (group.map { [($0.declared, $0)] } ?? [])
    for (list, owner) in lists {
      let properties = Mirror(reflecting: owner).children.filter { $1 is any DeclaredParameter }
      #expect(list.map(\.value.spec) == properties.map { ($1 as? any DeclaredParameter)?.spec })
      for ((name, _), (label, _)) in zip(list, properties) where name.hasPrefix("-") {
        let words = (label ?? "").dropFirst().map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }
        #expect(name == "--" + words.joined())
      }
    }
  }

  @Test(arguments: names)
  func `has examples that the parser accepts`(name: String) throws {
    let command = try CommandTable.current.command(named: name)
    for (_, line) in command.help.examples {
      let words: [Substring] = line.split(separator: " ")
      let beforeRedirection = words.prefix { word in word != "<" && word != ">" }
      try #require(words.first == "appctl")
      let arguments: [String] = beforeRedirection.dropFirst().map(String.init)
      let parsed = try CommandTable.current.command(for: CommandLineParser().parse(arguments))
      #expect(type(of: parsed) == command)
    }
  }

  @Test func `has every command of this version once`() {
    #expect(
      names == [
        "login", "logout", "status", "use", "token", "credential", "show", "perform", "run", "serve", "lint",
        "providers",
        "permissions",
        "quarantine",
        "inspect",
        "validate", "replay", "test", "config", "doctor", "new", "explain", "completions", "manual", "help",
      ])
  }

  @Test func `shares every option under one meaning`() {
    let options = CommandTable.current.globalOptions.map(\.name)
    #expect(Set(options).count == options.count)
    let first = ["--provider", "--provider-dir", "--pin", "--isolated", "--not-isolated", "--accept-new-library"]
    #expect(options.starts(with: first))
  }
}

/// The options of every command that opens a provider, but those that differ.
private let workspaceOptions = """
    --provider ID|PATH    Use this provider, by its id or by the path of its
                          library; the last one used otherwise.
    --provider-dir DIR    Look for providers in this folder before all others. May
                          be repeated.
    --pin SHA256          Load the provider's library only if this is its pin.
    --isolated            Run the provider in a process of its own, which has few
                          rights and may crash; login and run remember it.
    --not-isolated        Run the provider in the process of appctl, with all its
                          rights; login and run remember it for this file.
    --accept-new-library  Let the library take the place of the one that its id
                          belongs to, with its session, settings and permissions.
    --allow PERMISSION    Let a provider in a process of its own use network,
                          folder:NAME or socket:NAME; config.json can say it for
                          all. May be repeated.
    --setting NAME=VALUE  Give the provider's setting of this name; refused for a
                          secret. May be repeated.
    --setting-stdin NAME  Give the provider's setting of this name from standard
                          input, as a secret has to be.
    --storyboard FILE     Use the interfaces of this storyboard, without a
                          provider.
    --logged-out NAME     The storyboard's interface for when nobody is logged in;
                          logged-out unless given.
    --logged-in NAME      The storyboard's interface for when somebody is;
                          logged-in unless given.
    --profile PROFILE     Use this account of the provider; the one that 'appctl
                          use' has chosen otherwise.
    --timeout SECONDS     Wait no longer than this for an answer, 600 at most; run
                          does not interrupt a provider in its own process.
    --state-dir DIR       Keep sessions in this folder.
    --store STORE         Keep the session's secret in the state folder, the
                          desktop's keyring or the kernel's; with memory, nothing.
                          One of: file, secret-service, keyring, memory.
    --trace FILE          Write every event and every call of the provider to this
                          file, for appctl replay.
  """

private let overview = """
  Log in to the apps of AppControllerKit providers, and use their interfaces.

  USAGE
    appctl COMMAND [ARGUMENT]... [OPTION]...

  COMMANDS
    login        Log in through the provider's logged-out interface.
    logout       End the stored session and tell the provider.
    status       Say who is logged in.
    use          Choose which account of a provider is used, or say which is.
    token        Print the secret of the session, for another program.
    credential   Give the secret of a session to git, docker and kubectl.
    show         Print an interface of the provider.
    perform      Perform an action of the current interface.
    run          Open the app on the terminal.
    serve        Show the app in a browser.
    lint         Check storyboards and interface descriptions in JSON.
    providers    List the providers that are found by their id.
    permissions  See what providers may do, and take it back.
    quarantine   See which providers crashed, and let them be loaded again.
    inspect      Say all about a provider's library without running it.
    validate     Check whether a provider keeps the rules of the ABI.
    replay       Do again what a recording tells, without the provider.
    test         Hold a provider to the answers in a recording of another build.
    config       Say what is settled for all commands, and by whom.
    doctor       Say what this machine offers, and what would fail.
    new          Write the package of a new provider.
    explain      Explain the code of an error: what it means and what to do.
    completions  Print the script that has a shell complete command lines.
    manual       Print the manual page.
    help         Show help, for one command when it is named.

  OPTIONS OF MOST COMMANDS
  \(workspaceOptions)
    --format FORMAT       Print the result in this format; text otherwise. One of:
                          text, json, html, svg.
    --quiet               Print nothing but the result, warnings and errors.
    --verbose             Say on standard error what is being done.
    -h, --help            Show help.
    --version             Show the version.

  EXIT STATUS
    0   done
    1   refused: a sign-in denied, an input that breaks a rule, a transition
        vetoed, a replay or a test that differs
    64  wrong usage, or an input is missing
    65  an invalid description or file
    66  no such provider or file
    69  the provider cannot be loaded, died, or gave nothing to check
    70  a bug of appctl
    74  sessions cannot be read or written, or standard output takes no result
    75  timed out, not there for now, or not everything was tried; try again
    77  refused by a security rule

  Run 'appctl help COMMAND' for the options of a command, with examples.
  """

private let login = """
  Log in through the provider's logged-out interface.

  USAGE
    appctl login [--set NAME=VALUE]... [--set-stdin NAME] [--action NAME]
                 [--purpose WHAT] [--switch] [--forget-settings] [OPTION]...

  Fills the inputs of the interface and performs its primary action. On a terminal
  it asks for what is missing, for a secret without echo.

  Whoever is logged in already stays so; logging in as somebody else, or with
  other settings of the server, needs --switch.

  What is given with --setting, in the environment and with --allow is remembered
  for the commands that follow, until a login gives others, --forget-settings or
  'appctl permissions revoke'.

  With --store the secret goes where it says: file (the session's file),
  secret-service (the desktop's keyring) or keyring (the kernel's, until the
  machine restarts). The other commands find it there, and it stays there until a
  login names another place or the session ends. With --store memory nothing is
  kept, so that nobody is logged in when the command has ended.

  With --purpose the user does something else in the provider's interface for it:
  confirm (show that it is them), unlock or change-secret for whoever is logged
  in, switch-account, recover, sign-up. It succeeds only when the provider says
  that it is done, and for the first three only when the same user has done it.

  OPTIONS
    --set NAME=VALUE      Fill the input of this name; refused for a secret. May
                          be repeated.
    --set-stdin NAME      Fill the input of this name from standard input, without
                          one trailing newline.
    --action NAME         Perform this action, not the primary one.
    --purpose WHAT        Have the user do this, not sign in. One of: sign-in,
                          confirm, unlock, switch-account, change-secret, recover,
                          sign-up.
    --switch              Log in even if somebody else is logged in.
    --forget-settings     Forget the settings that earlier logins were given.
  \(workspaceOptions)
    --format FORMAT       Print the result in this format; text otherwise. One of:
                          text, json.
    --quiet               Print nothing but the result, warnings and errors.
    --verbose             Say on standard error what is being done.
    -h, --help            Show help.
    --version             Show the version.

  EXAMPLES
    Answer what the provider asks:
      appctl login --provider com.example.kitty
    Log in from a script:
      appctl login --set user=ann --set-stdin password < password.txt
    Keep the secret in the desktop's keyring:
      appctl login --store secret-service
    Have the user confirm a step of a script:
      appctl login --purpose confirm
  """

private let help = """
  Show help, for one command when it is named.

  USAGE
    appctl help [COMMAND] [OPTION]...

  ARGUMENTS
    COMMAND  The command to explain.

  OPTIONS
    -h, --help  Show help.
    --version   Show the version.

  EXAMPLES
    Explain login:
      appctl help login
  """
