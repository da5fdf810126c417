import AppControllerKit

extension CommandError {
  /// What there is to know about each code of the command line, in the order of the codes.
  static let explanations: [ErrorExplanation] = [
    ErrorExplanation(
      Code.usage, "usage", "The command line breaks a rule.",
      when: [
        "A command or an option is misspelt, stands twice or before its command, or does not belong to the command.",
        """
        A value is missing, empty or none of those that the option takes; one that begins with a dash is written \
        with `=`.
        """,
      ],
      fix: "Write what the message proposes. `appctl help COMMAND` shows what a command takes, with examples.",
      example: "appctl help login", more: ("Operating.md", "Commands")
    ),
    ErrorExplanation(
      Code.missingInput, "missingInput", "An input has no value, and nobody can be asked for it.",
      when: [
        "The sign-in wants an input that no option gives, and standard input is no terminal.",
        "`--set` misspells the name of the input. The message lists the names that no form has.",
      ],
      fix: "Add the options that the message lists, or run the command on a terminal, which asks for what is missing.",
      example: "printf '%s' \"$PASSWORD\" | appctl login --set email=ann@example.com --set-stdin password",
      more: ("Operating.md", "In scripts")
    ),
    ErrorExplanation(
      Code.secretInArguments, "secretInArguments",
      "A secret stands on the command line, where every process can read it.",
      when: ["`--set` fills an input whose content is a password or a one-time code."],
      fix: """
        Give it on standard input with `--set-stdin NAME`, or leave it out on a terminal and be asked. The secret has \
        been seen by then, and may be in the shell's history: change it.
        """,
      example: "appctl login --set-stdin password < password.txt", more: ("Operating.md", "In scripts")
    ),
    ErrorExplanation(
      Code.otherUser, "otherUser", "Somebody else is logged in.",
      when: ["The value that is given for the email address or user name is not the subject of the stored session."],
      fix:
        "Add `--switch` if that is meant; it ends the session of who is logged in. `appctl status` says who that is.",
      example: "appctl login --set email=bob@example.com --switch", more: ("Operating.md", "login")
    ),
    ErrorExplanation(
      Code.refused, "refused", "The provider refused.",
      when: [
        "The password or the code is wrong, an account is locked, or an input breaks a rule of the provider.",
        "The provider or a handler objects to the login or logout.",
      ],
      fix: """
        Read what the provider says: the message begins with the input that it complains about. Give another value for \
        it; `appctl logout --force` logs out whatever objects.
        """,
      example: "appctl show --state logged-out", more: ("Operating.md", "login")
    ),
    ErrorExplanation(
      Code.noProvider, "noProvider", "No provider is named, or none is found under the name.",
      when: [
        "No provider was used before with this state folder, so that there is none to be the default.",
        "The id is misspelt, or the provider is not where providers are looked for.",
      ],
      fix: """
        Name a provider with `--provider`, by its path or by an id that `appctl providers` lists, or a storyboard with \
        `--storyboard FILE`.
        """,
      example: "appctl login --provider ./libKitty.so", more: ("Operating.md", "Commands")
    ),
    ErrorExplanation(
      Code.actionUnclear, "actionUnclear", "No action is named, or several match.",
      when: [
        """
        The name or the id is misspelt, or of an interface that another command showed: each command starts at the \
        fresh one.
        """,
        "Several nodes have the action, such as the rows of a list, or no action of the sign-in is the primary one.",
      ],
      fix: """
        Name the node with `--node ID`, or for a login the action with `--action NAME`. `appctl show --format json` \
        prints the ids and the actions.
        """,
      example: "appctl perform open --node product-3", more: ("Operating.md", "perform")
    ),
    ErrorExplanation(
      Code.standardInput, "standardInput", "Standard input gives no value that can be used.",
      when: [
        "What is piped for `--set-stdin`, or a line that is typed, has over 16 KiB.",
        "Standard input cannot be read: it is closed, as in some services, or is a folder.",
      ],
      fix: "Pipe a value of at most 16 KiB, or redirect it from a file; one line feed at its end is stripped.",
      example: "appctl login --set-stdin password < password.txt", more: ("Operating.md", "In scripts")
    ),
    ErrorExplanation(
      Code.noStateFolder, "noStateFolder", "There is no folder to keep sessions in.",
      when: ["Neither `XDG_STATE_HOME` nor `HOME` is set to an absolute path, as in some services and containers."],
      fix: "Name a folder with `--state-dir DIR`, or set one of the two.",
      example: "appctl status --state-dir /var/lib/kitty", more: ("Operating.md", "The state folder")
    ),
    ErrorExplanation(
      Code.faultyFile, "faultyFile", "A file that was checked has errors.",
      when: ["`appctl lint` found at least one error. Warnings and advice alone end it with 0."],
      fix: "Correct what is listed on standard output: each line has the file, the line, the column and a code.",
      example: "appctl explain ACK1204", more: ("Interfaces.md", "Checking a file with appctl lint")
    ),
    ErrorExplanation(
      Code.alreadyThere, "alreadyThere", "Something stands where a new provider would go.",
      when: [
        "The current folder has a file or folder of the name that `appctl new` was given, maybe from an earlier try."
      ],
      fix: "Choose another name, or move away what is there; nothing is written over.", example: "appctl new Kitty2"
    ),
    ErrorExplanation(
      Code.noPackage, "noPackage", "AppControllerKit is not where a new provider would find it.",
      when: [
        "`--package` names a folder without the `Package.swift` of AppControllerKit, such as one above or below it.",
        "It is a URL of a form that is not known, or has a character that has no place in one.",
      ],
      fix: "Give `--package` the folder of a checkout, or the URL of a repository with a tag of this version.",
      example: "appctl new Kitty --package ../AppControllerKit"
    ),
    ErrorExplanation(
      Code.wouldNotLoad, "wouldNotLoad", "A library that was looked at would not load.",
      when: ["`appctl inspect` found at least one reason. Each is listed on standard output, with a code of its own."],
      fix: "Do what is said for each reason, and look again; nothing of the library was run.",
      example: "appctl explain ACK2006"
    ),
    ErrorExplanation(
      Code.damagedPins, "damagedPins", "The file of the pins cannot be understood, so that no provider is loaded.",
      when: ["Something else than `appctl providers --pin` wrote the file in the state folder, or cut it off."],
      fix: "Move the file away, look at which providers it named, and pin them again with `appctl providers --pin ID`.",
      example: "appctl providers --pin com.example.kitty", more: ("Operating.md", "The state folder")
    ),
    ErrorExplanation(
      Code.doesNotConform, "doesNotConform", "A provider that was validated breaks a rule of the ABI.",
      when: [
        "`appctl validate` has a check that failed, crashed or timed out. Each is listed on standard output with what "
          + "was expected, what was seen and the likely cause. A warning is no reason."
      ],
      fix: "Mend what is said for each, and run these checks again with `--only`. `--seed` with the number that was "
        + "printed makes the same random choices again.",
      example: "appctl validate ./libKitty.so --only query-rejects-bad-magic", more: ("Conformance.md", "The checks")
    ),
    ErrorExplanation(
      Code.badConfiguration, "badConfiguration", "A setting cannot be understood.",
      when: [
        "The user's `config.json` is no JSON, or has a setting that there is not, or one with a value that it cannot have. "
          + "The message has the line and the column.",
        "An environment variable, such as `APPCTL_STORE`, has a value that it cannot have.",
      ],
      fix: "Correct what is named; `appctl config --explain` says where each setting comes from.",
      example: "appctl config --explain", more: ("Operating.md", "Settings")
    ),
    ErrorExplanation(
      Code.damagedIsolation, "damagedIsolation",
      "The file that says where providers run cannot be understood, so that none is loaded.",
      when: [
        "Something else than `appctl login` and `appctl run` wrote `isolation.json` in the state folder, or cut it off."
      ],
      fix:
        "Move the file away, look at which providers it named, and log in again with `--isolated` or `--not-isolated`.",
      example: "appctl login --isolated", more: ("Operating.md", "Where a provider runs")
    ),
    ErrorExplanation(
      Code.outputNotWritten, "outputNotWritten", "Standard output does not take the result.",
      when: [
        "The disk is full, standard output is closed, or whoever reads the pipe has ended before all was written."
      ],
      fix: "Give the command a standard output that takes all of it, and run it again. A login, a logout or an action "
        + "has been done by then; `appctl status` says who is logged in.",
      example: "appctl status", more: ("Operating.md", "In scripts")
    ),
  ]
}
