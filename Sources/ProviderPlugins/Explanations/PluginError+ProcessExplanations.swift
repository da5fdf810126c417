internal import AppControllerKit

extension PluginError {
  /// ACK2211 to ACK2213: the process that an isolated provider runs in.
  static let processExplanations: [ErrorExplanation] = [
    ErrorExplanation(
      Code.childNotStarted, "childNotStarted", "The child process for a provider cannot be started.",
      when: [
        "The executable was moved or replaced while the app runs, or is not executable.",
        "This user has too many processes, the app too many open files, or memory has run out.",
        "The kernel is older than Linux 5.4, or a container forbids `pidfd_open`.",
      ],
      fix: "Do what the error says; it names what could not be done, with the system's own words.",
      example: "ulimit -n -u"
    ),
    ErrorExplanation(
      Code.sandboxFailed, "sandboxFailed", "The child process cannot give up its rights.",
      when: [
        "A file or folder that the provider needs cannot be opened: it is gone, or this user may not read it.",
        "The app has set a limit that is lower than what the child uses already.",
        "The kernel has a protection, and a container or another security module forbids to use it.",
      ],
      fix: """
        Do what the error says. The provider was not loaded: a child that cannot give up its rights runs nobody's code.
        """, more: ("Isolation.md", "What the child may do")
    ),
    ErrorExplanation(
      Code.childPretends, "childPretends", "The provider's process says to be another provider than its file.",
      when: ["The library writes to the connection between its process and the app, as if the process had said it."],
      fix: """
        Do not use the library; it is in quarantine. Nothing was told to it, and nothing of another provider was given to it.
        """, more: ("Isolation.md", "The connection")
    ),
  ]
}
