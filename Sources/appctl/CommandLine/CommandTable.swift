/// The one table of commands and options that parsing, help and completions come from.
///
/// A new command is one entry in ``current``; a new option is one constant of ``OptionSpec``, named by the commands that
/// take it.
struct CommandTable: Sendable {
  /// Every command, in the order of the overview.
  let commands: [CommandSpec]

  /// The options that may stand before the command: those that commands share, each with all of its choices.
  var globalOptions: [OptionSpec] {
    commands.flatMap(\.commonOptions).reduce(into: []) { options, option in
      guard let position = options.firstIndex(where: { $0.name == option.name }) else { return options.append(option) }
      if (option.choices ?? []).count > (options[position].choices ?? []).count { options[position] = option }
    }
  }

  /// The command of this name.
  ///
  /// - Throws: ``CommandError`` with the code `ACK5001` when there is none.
  func command(named name: String) throws(CommandError) -> CommandSpec {
    guard let command = commands.first(where: { $0.name == name }) else {
      throw .unknownCommand(name, among: commands.map(\.name))
    }
    return command
  }
}

extension CommandTable {
  /// What every command that meets a provider takes.
  static let commonOptions: [OptionSpec] = [
    .provider, .providerDir, .pin, .isolated, .notIsolated, .allow, .storyboard, .loggedOut, .loggedIn, .timeout,
    .stateDir,
    .store, .trace, .format, .quiet, .verbose, .help, .version,
  ]

  /// The commands of this version.
  static let current = CommandTable(commands: [
    CommandSpec(
      "login",
      summary: "Log in through the provider's logged-out interface.",
      discussion: [
        "Fills the inputs of the interface and performs its primary action. On a terminal it asks for what is missing, "
          + "for a secret without echo.",
        "Whoever is logged in already stays so; logging in as somebody else needs --switch.",
        "With --store the secret goes where it says: file (the session's file), secret-service (the desktop's keyring) or "
          + "keyring (the kernel's, until the machine restarts). The other commands find it there, and it stays there "
          + "until a login names another place or the session ends. With --store memory nothing is kept, so that "
          + "nobody is logged in when the command has ended.",
      ],
      options: [.set, .setStdin, .action, .switch],
      examples: [
        .init("Answer what the provider asks", "appctl login --provider com.example.kitty"),
        .init("Log in from a script", "appctl login --set user=ann --set-stdin password < password.txt"),
        .init("Keep the secret in the desktop's keyring", "appctl login --store secret-service"),
      ]
    ),
    CommandSpec(
      "logout",
      summary: "End the stored session and tell the provider.",
      discussion: [
        "What is stored is erased before the provider is loaded; what the provider could not be told is a warning.",
        "With --force a session ends too whose secret is in a keyring that cannot be reached; the provider is not told "
          + "then, and the secret is erased when the session changes the next time.",
      ],
      options: [.force],
      examples: [.init("Log out, whatever objects", "appctl logout --force")]
    ),
    CommandSpec(
      "status",
      summary: "Say who is logged in.",
      examples: [.init("Ask from a script", "appctl status --format json")]
    ),
    CommandSpec(
      "show",
      summary: "Print an interface of the provider.",
      discussion: [
        "Shows the interface of the stored state, logged out or logged in, unless --state names another.",
        "With --format html it is one page that needs no other file, for a browser or a screen reader. With --transition "
          + "too, the page begins as the logged-out interface and becomes the logged-in one, as the provider says.",
      ],
      options: [.state, .interface, .transition],
      commonOptions: commonOptions.map { $0.name == OptionSpec.format.name ? .formatOfInterface : $0 },
      examples: [
        .init("See what a login would ask", "appctl show --state logged-out"),
        .init("Look at it in a browser", "appctl show --format html > page.html"),
        .init("Have a picture of it on a terminal", "appctl show --format svg > picture.svg"),
        .init("See a storyboard", "appctl show --storyboard Main.json --logged-out welcome --logged-in home"),
      ]
    ),
    CommandSpec(
      "perform",
      summary: "Perform an action of the current interface.",
      discussion: [
        "Names the action, the node that it belongs to, or both when the name alone is ambiguous. Each run starts at "
          + "the fresh interface of the stored state."
      ],
      arguments: [ArgumentSpec("ACTION", optional: true, help: "The name of the action; needed without --node.")],
      options: [.node, .payload, .set, .setStdin],
      examples: [
        .init("Perform an action by its name", "appctl perform refresh"),
        .init("Fill an input first", "appctl perform search --set query=tea"),
        .init("Press one of several buttons", "appctl perform open --node row-2 --payload id=2"),
      ]
    ),
    CommandSpec(
      "run",
      summary: "Open the app on the terminal.",
      discussion: [
        "Draws the provider's interface and does what is typed, until Control-C. Tab goes to the next control, Return "
          + "presses it, Escape goes back. The terminal is afterwards as it was before, however the app ends.",
        "Where the screen cannot be drawn, or nobody would see it, everything is said and asked line by line: with "
          + "--line, with ACCESSIBLE=1 or TERM=dumb in the environment, and when input or output is no terminal. "
          + "NO_COLOR is honoured.",
        "With --watch the library's file is watched while you write the provider. A new build takes over where the former "
          + "was: the session stays, and so does the screen where the ids do. A build that is broken changes nothing, and "
          + "it is said why.",
      ],
      options: [.line, .motion, .watch],
      commonOptions: CommandTable.commonOptions.filter { $0 != .format },
      examples: [
        .init("Open the app", "appctl run --provider com.example.kitty"),
        .init("Use it with a screen reader", "appctl run --line"),
        .init("Write a provider and see each build", "appctl run --watch --provider .build/debug/libKitty.so"),
      ]
    ),
    CommandSpec(
      "lint",
      summary: "Check storyboards and interface descriptions in JSON.",
      discussion: [
        "Prints everything that is wrong, and advice about accessibility, as FILE:LINE:COLUMN: SEVERITY: TEXT [CODE]. "
          + "Fails when there is an error; a warning or advice is none."
      ],
      arguments: [ArgumentSpec("FILE", repeatable: true, completion: .path, help: "The files to check.")],
      commonOptions: [.format, .quiet, .help, .version],
      examples: [
        .init("Check a storyboard while it is written", "appctl lint Main.json"),
        .init("Check all of them from a script", "appctl lint --format json Interfaces/*.json"),
      ]
    ),
    CommandSpec(
      "providers",
      summary: "List the providers that are found by their id.",
      discussion: [
        "Looks in the folders of --provider-dir, in those of APPCTL_PROVIDER_PATH, in appcontroller/providers below "
          + "XDG_DATA_HOME and each of XDG_DATA_DIRS, and in the folder of appctl. The first provider of an id wins. "
          + "Nothing of a provider is run.",
        "A provider that is pinned is loaded only as long as its file stays as it is.",
      ],
      options: [.explain, .pinID, .unpinID],
      commonOptions: [.providerDir, .stateDir, .format, .quiet, .help, .version],
      examples: [
        .init("See what is refused, and why", "appctl providers --explain"),
        .init("Accept no other build of a provider", "appctl providers --pin com.example.kitty"),
      ]
    ),
    CommandSpec(
      "quarantine",
      summary: "See which providers crashed, and let them be loaded again.",
      discussion: [
        "A provider that crashed or hung in a process of its own (--isolated) is not loaded again until its file changes, "
          + "or somebody says so here."
      ],
      arguments: [
        ArgumentSpec(
          "list|explain|clear", optional: true, completion: .values(["list", "explain", "clear"]),
          help: "List them, say all that is known, or let them be loaded again. Unless given, they are listed."),
        ArgumentSpec(
          "ID", optional: true, completion: .providerID,
          help: "The id of a provider or the digest of a library; all unless given."),
      ],
      commonOptions: [.stateDir, .format, .quiet, .help, .version],
      examples: [
        .init("See what a provider did", "appctl quarantine explain com.example.kitty"),
        .init("Try it again", "appctl quarantine clear com.example.kitty"),
      ]
    ),
    CommandSpec(
      "inspect",
      summary: "Say all about a provider's library without running it.",
      discussion: [
        "Prints what its note says, what it needs and where that would be found, what it exports, who may change it, and "
          + "whether it would load, or each reason why not."
      ],
      arguments: [ArgumentSpec("PATH", completion: .path, help: "The provider's library.")],
      commonOptions: [.format, .quiet, .help, .version],
      examples: [.init("Look before you load", "appctl inspect ./libKitty.so")]
    ),
    CommandSpec(
      "validate",
      summary: "Check whether a provider keeps the rules of the ABI.",
      discussion: [
        "Runs many small checks, each in a process of its own, on the provider's file, its answers and its "
          + "descriptions. A check that crashes or does not end is a result as any other. The provider's actions are "
          + "performed, with made-up inputs.",
        "Prints for each whether it passed, failed, crashed, timed out, was skipped or is a warning, with what was "
          + "expected, what was seen and the likely cause. Fails unless all have passed; a warning is no failure.",
        "The provider has few rights, as with --isolated: it reads its library, those that this needs, the system's files "
          + "and what --allow-read names, has an empty folder for a home, starts no programs, and uses no network without "
          + "--allow network.",
        "Each check may take 10 seconds, or what --timeout says.",
      ],
      arguments: [
        ArgumentSpec("PATH", optional: true, completion: .path, help: "The provider's library; needed without --list.")
      ],
      options: [.only, .list, .seed, .allow, .allowRead, .checksNotIsolated],
      commonOptions: [.timeout, .format, .quiet, .help, .version],
      examples: [
        .init("Check a provider before it is shipped", "appctl validate ./libKitty.so"),
        .init("Look at two checks again", "appctl validate ./libKitty.so --only note-present,note-single"),
        .init("Make the same random choices again", "appctl validate ./libKitty.so --seed 42"),
      ]
    ),
    CommandSpec(
      "replay",
      summary: "Do again what a recording tells, without the provider.",
      discussion: [
        "Every command that meets a provider records itself with --trace FILE: each event, each call of the provider and "
          + "its answer, and no secret. A replay runs the host with that, and fails where the host does something else: "
          + "at which line, what was recorded, and what it did.",
        "A recording that was cut off, because the command was, is replayed as far as it goes.",
      ],
      arguments: [ArgumentSpec("FILE", completion: .path, help: "The recording.")],
      commonOptions: [.format, .quiet, .help, .version],
      examples: [
        .init("See whether the host still does what --trace has written", "appctl replay trace.jsonl"),
        .init("Ask from a script", "appctl replay --format json trace.jsonl"),
      ]
    ),
    CommandSpec(
      "config",
      summary: "Say what is settled for all commands, and by whom.",
      discussion: [
        "Settings stand in appcontroller/config.json below XDG_CONFIG_HOME or ~/.config: provider, store, isolated, "
          + "allow, an object of lists of permissions by the ids of providers, such as [\"network\"], and pins, an object "
          + "of SHA-256 digests. APPCTL_PROVIDER, APPCTL_STORE and "
          + "APPCTL_ISOLATED come before the file, and the options of a command before both.",
        "The store is for commands that may begin a session: login, perform and run.",
      ],
      options: [.explainSettings],
      commonOptions: [.format, .quiet, .help, .version],
      examples: [.init("See who has said what", "appctl config --explain")]
    ),
    CommandSpec(
      "doctor",
      summary: "Say what this machine offers, and what would fail.",
      discussion: [
        "Looks at what the kernel has to isolate providers, the places for secrets, the folders of providers and of "
          + "sessions, and the terminal. Changes nothing and runs no provider.",
        "Each line begins with ok, missing (not everybody needs it) or wrong. Fails when something is wrong, as a "
          + "command that needs it would.",
      ],
      commonOptions: [.providerDir, .stateDir, .format, .quiet, .help, .version],
      examples: [
        .init("Look at this machine", "appctl doctor"),
        .init("Look from a script", "appctl doctor --format json"),
      ]
    ),
    CommandSpec(
      "new",
      summary: "Write the package of a new provider.",
      discussion: [
        "Makes a folder of that name in the current one, with a provider that can sign in and out, its provider.json or "
          + "note, a test and a README. It builds as it is: a provider in Swift with swift build, one in C with make.",
        "One in Swift depends on AppControllerKit: on the checkout that appctl was built in, or else on the published "
          + "package, unless --package names another. One in C has a copy of the one header that it needs.",
      ],
      arguments: [ArgumentSpec("NAME", help: "The name of the provider and of its folder.")],
      options: [.language, .id, .package],
      commonOptions: [.quiet, .help, .version],
      examples: [
        .init("Begin a provider in Swift", "appctl new Kitty --id com.example.kitty"),
        .init("Begin one in C", "appctl new Kitty --language c"),
      ]
    ),
    CommandSpec(
      "explain",
      summary: "Explain the code of an error: what it means and what to do.",
      discussion: ["Without a CODE it lists all of them, one line each."],
      arguments: [
        ArgumentSpec(
          "CODE", optional: true, repeatable: true, completion: .code, help: "The codes, such as ACK2004 or 2004.")
      ],
      commonOptions: [.format, .help, .version],
      examples: [
        .init("Explain an error", "appctl explain ACK2004"),
        .init("See all codes", "appctl explain"),
      ]
    ),
    CommandSpec(
      "completions",
      summary: "Print the script that has a shell complete command lines.",
      discussion: [
        "Commands, options, their values, files, codes and the ids of the providers that are found are completed.",
        "In bash, the script is sourced by ~/.bashrc, or stands where the package bash-completion looks for it.",
      ],
      arguments: [
        ArgumentSpec(
          "SHELL", completion: .values(CompletionShell.allCases.map(\.rawValue)), help: "The shell: bash, zsh or fish.")
      ],
      commonOptions: [.help, .version],
      examples: [
        .init("Have it for every bash", "appctl completions bash > ~/.local/share/bash-completion/completions/appctl"),
        .init("Have it for every zsh, in a folder of fpath", "appctl completions zsh > ~/.zsh/completions/_appctl"),
        .init("Have it for every fish", "appctl completions fish > ~/.config/fish/completions/appctl.fish"),
      ]
    ),
    CommandSpec(
      "manual",
      summary: "Print the manual page.",
      discussion: ["It is in the macros of man(7); where appctl is installed as a whole, man appctl shows it."],
      commonOptions: [.help, .version],
      examples: [.init("Read it with man ./appctl.1", "appctl manual > appctl.1")]
    ),
    CommandSpec(
      "help",
      summary: "Show help, for one command when it is named.",
      arguments: [
        ArgumentSpec("COMMAND", optional: true, completion: .commands, help: "The command to explain.")
      ],
      commonOptions: [.help, .version],
      examples: [.init("Explain login", "appctl help login")]
    ),
  ])
}
