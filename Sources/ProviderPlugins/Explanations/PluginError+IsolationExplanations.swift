internal import AppControllerKit

extension PluginError {
  /// ACK2201 to ACK2210: providers in processes of their own.
  static let isolationExplanations: [ErrorExplanation] = [
    ErrorExplanation(
      Code.childCrashed, "childCrashed", "The provider crashed, and its process was ended by a signal.",
      when: [
        "A check in it failed, it used memory that is not its own, or it called `abort`.",
        "It used more processor time than it may, or the process was killed, by itself or by somebody else.",
      ],
      fix: """
        Install another build, and tell the provider's author what the error quotes. `appctl validate` shows which calls \
        crash it.
        """,
      example: "appctl quarantine explain", more: ("Isolation.md", "When a provider crashes")
    ),
    ErrorExplanation(
      Code.childExited, "childExited", "The provider ended its process.",
      when: ["A function of it, or a library that it uses, calls `exit`."],
      fix: "Its author can answer with an error instead: a provider does not know whose process it runs in.",
      more: ("Isolation.md", "When a provider crashes")
    ),
    ErrorExplanation(
      Code.childHung, "childHung", "A function of the provider did not return in time, and its process was killed.",
      when: [
        "It waits for a service, a lock or input that does not come, or computes without an end.",
        "What it does takes longer than one function may: 10 seconds, unless the app or `--timeout` says otherwise.",
      ],
      fix: "Try again, or give it more time with `--timeout`. Its author can answer pending and `wake` the host later.",
      example: "appctl login --isolated --timeout 60", more: ("ProviderABI.md", "6. Questions")
    ),
    ErrorExplanation(
      Code.childBrokeProtocol, "childBrokeProtocol",
      "The provider's process broke a rule of its connection to the app.",
      when: [
        "The executable for providers is of another version than the app.",
        "The provider writes to the connection, which is not its own, or has taken over its process.",
      ],
      fix: "Use one version for both. When they are one executable already, do not trust the provider.",
      more: ("Isolation.md", "The connection")
    ),
    ErrorExplanation(
      Code.childClosed, "childClosed", "The provider closed its process's connection to the app.",
      when: ["It closes files that it has not opened, for example all of them before it starts something."],
      fix: "Its author can close only what the provider has opened.", more: ("Isolation.md", "The connection")
    ),
    ErrorExplanation(
      Code.childNotServing, "childNotServing",
      "The executable that was started for a provider does not serve providers.",
      when: [
        "The app's main function does not begin with `ProviderChild.runIfRequested()`.",
        "The executable that the app names for its providers is another program, or ends before it begins to serve.",
      ],
      fix: "Let the main function begin with the line that follows, before anything that the app does.",
      example: "ProviderChild.runIfRequested()", more: ("Isolation.md", "For the app author")
    ),
    ErrorExplanation(
      Code.questionTooLarge, "questionTooLarge", "What is asked is larger than what can be sent to a process.",
      when: ["The values of the inputs, the session and the payload have more than 16 MiB together."],
      fix: "Send less: let the provider read a large value from a file that the user names."
    ),
    ErrorExplanation(
      Code.quarantined, "quarantined", "The provider crashed or hung before, and its file has not changed since.",
      when: ["It was loaded with `--isolated`, or by an app that keeps a quarantine, and ended as the error says."],
      fix: "Install another build of it. To try the same one again, let it out of quarantine.",
      example: "appctl quarantine clear com.example.kitty", more: ("Isolation.md", "When a provider crashes")
    ),
    ErrorExplanation(
      Code.badQuarantine, "badQuarantine", "The list of the providers that crashed cannot be read or written.",
      when: ["The file is damaged, belongs to another user, or may be written by others.", "The disk is full."],
      fix: "Do what the error says. A file that is moved away costs what was noted in it, and no more.",
      more: ("Isolation.md", "When a provider crashes")
    ),
    ErrorExplanation(
      Code.noHome, "noHome", "The provider's folder of its own cannot be made or trusted.",
      when: ["The folder belongs to another user, others may look into it, or the disk is full."],
      fix: "Do what the error says, or move the folder away: a new one is made.",
      more: ("Isolation.md", "What the child may do")
    ),
  ]
}
