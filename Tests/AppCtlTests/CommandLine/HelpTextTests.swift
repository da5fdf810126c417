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
        "login", "logout", "status", "use", "token", "credential", "run", "serve", "show", "perform", "new", "lint",
        "inspect", "validate", "replay", "test", "explain", "providers", "permissions", "quarantine", "config",
        "doctor", "completions", "manual", "help",
      ])
  }

  @Test func `shares every option under one meaning`() {
    let options = CommandTable.current.globalOptions.map(\.name)
    #expect(Set(options).count == options.count)
    // Each is in one group of the help of every command that has it.
    for command in CommandTable.current.commands {
      let grouped = command.parameters.groups.flatMap(\.options).map(\.name)
      #expect(grouped.sorted() == command.parameters.allOptions.map(\.name).sorted())
    }
  }
}

private let overview = """
  Log in to the apps of AppControllerKit providers, and use their interfaces.

  USAGE
    appctl COMMAND [ARGUMENT]... [OPTION]...

  SIGN IN
    login        Log in through the provider's logged-out interface.
    logout       End the stored session and tell the provider.
    status       Show who is logged in.
    use          Choose the account of a provider that is used, or show it.
    token        Print the secret of the session, for another program.
    credential   Give the secret of a session to git, docker and kubectl.

  LOOK AND SERVE
    run          Open the app on the terminal.
    serve        Show the app in a browser.
    show         Print an interface of the provider.
    perform      Perform an action of the current interface.

  WRITE A PROVIDER
    new          Write the package of a new provider.
    lint         Check storyboards and interface descriptions in JSON.
    inspect      Show what a provider's library declares and needs, without
                 running it.
    validate     Check whether a provider keeps the rules of the ABI.
    replay       Replay a recording without its provider.
    test         Compare a provider's answers with a recording of another build.
    explain      Explain the code of an error: what it means and what to do.

  OPERATE
    providers    List the providers that are found by their id.
    permissions  See what providers may do, and take it back.
    quarantine   See which providers crashed, and let them be loaded again.
    config       Show the settings of all commands, and where they come from.
    doctor       Say what this machine offers, and what would fail.
    completions  Print the script that has a shell complete command lines.
    manual       Print the manual page of appctl, or of one command.
    help         Show help, for one command when it is named.

  OPTIONS
    --color WHEN  Use colours; auto uses them on a terminal without NO_COLOR. One
                  of: auto, always, never.
    -h, --help    Show help.
    --version     Show the version.

  Run 'appctl help COMMAND' for the options of a command, with examples. The
  manual page, man appctl, explains the exit status.
  """

private let login = """
  Log in through the provider's logged-out interface.

  USAGE
    appctl login [--set NAME=VALUE]... [--set-stdin NAME] [--action NAME]
                 [--purpose WHAT] [--switch] [--show] [--forget-settings]
                 [OPTION]...

  Fills the inputs of the interface and performs its primary action. On a terminal
  it asks for what is missing, for a secret without echo.

  Prints one line; with --show the logged-in interface as well, and with --format
  json the interface alone.

  Whoever is logged in already stays so; logging in as somebody else, or with
  other settings of the server, needs --switch.

  What is given with --setting, --isolated, --not-isolated and --allow is
  remembered for the commands that follow, until a login gives others,
  --forget-settings or 'appctl permissions revoke'.

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
    --set NAME=VALUE...      Fill the input of this name; refused for a secret.
    --set-stdin NAME         Fill the input of this name from standard input,
                             without one trailing newline.
    --action NAME            Perform this action, not the primary one.
    --purpose WHAT           Have the user do this, not sign in. One of: sign-in,
                             confirm, unlock, switch-account, change-secret,
                             recover, sign-up.
    --switch                 Log in even if somebody else is logged in.
    --show                   Print the logged-in interface as well.
    --forget-settings        Forget the settings that earlier logins were given.

  PROVIDER
    -p, --provider ID|PATH   The provider, by its id or its library; the last one
                             otherwise.
    --provider-dir DIR...    Look for providers in this folder first.
    --storyboard FILE        Use this storyboard, without a provider.
    --logged-out NAME        Its logged-out interface; logged-out unless given.
    --logged-in NAME         Its logged-in interface; logged-in unless given.
    --setting NAME=VALUE...  Give this setting of the provider; refused for a
                             secret.
    --setting-stdin NAME     Give this setting from standard input, as a secret
                             has to be.
    --timeout SECONDS        Wait at most this long for an answer, up to 600.

  ACCOUNT
    --profile PROFILE        Use this account; the one of 'appctl use' otherwise.
    --store STORE            Keep the session's secret there; with memory, nothing
                             is kept. One of: file, secret-service, keyring,
                             memory.
    --state-dir DIR          Keep sessions in this folder.

  ISOLATION
    --isolated               Run the provider in a process of its own, with few
                             rights.
    --not-isolated           Run it in the process of appctl, with all its rights.
    --allow PERMISSION...    Let an isolated provider use network, folder:NAME or
                             socket:NAME.
    --pin SHA256             Load the library only if this is its pin.
    --accept-new-library     Let the library replace the one that its id belongs
                             to.

  OUTPUT
    -o, --format FORMAT      Print the result in this format; text otherwise. One
                             of: text, json.
    -q, --quiet              Print only the result, warnings and errors.
    -v, --verbose            Print what is being done.
    --trace FILE             Write events and calls to this file, for 'appctl
                             replay'.
    --color WHEN             Use colours; auto uses them on a terminal without
                             NO_COLOR. One of: auto, always, never.
    -h, --help               Show help.
    --version                Show the version.

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

  OUTPUT
    --color WHEN  Use colours; auto uses them on a terminal without NO_COLOR. One
                  of: auto, always, never.
    -h, --help    Show help.
    --version     Show the version.

  EXAMPLES
    Explain login:
      appctl help login
  """
