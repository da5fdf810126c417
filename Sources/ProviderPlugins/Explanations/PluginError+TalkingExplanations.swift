internal import AppControllerKit

extension PluginError {
  /// ACK21xx: talking to a provider that is loaded.
  static let talkingExplanations: [ErrorExplanation] = [
    ErrorExplanation(
      Code.createFailed, "createFailed", "It failed to make an instance.",
      when: [
        "The provider's `create` cannot reach something that it needs, such as a file or a service, and says so.",
        "The initialiser of a provider in Swift threw an error.",
      ],
      fix: "Do what the provider's own words say. When there are none, its author can call `fail()` before it returns.",
      more: ("ProviderABI.md", "9. Failing")
    ),
    ErrorExplanation(
      Code.questionFailed, "questionFailed", "A question failed.",
      when: [
        "The provider refuses a sign-in, or cannot reach the service behind it.",
        "A function of a provider in Swift threw an error.",
        "A function in C returns a negative status without calling `fail()` first, and nobody knows why.",
      ],
      fix: """
        Do what the provider's own words say, and try again. For an action this is an answer: nothing is broken. Without \
        such words, its author can call `fail()` with what, why and how to fix it.
        """,
      more: ("ProviderABI.md", "9. Failing")
    ),
    ErrorExplanation(
      Code.badStatus, "badStatus", "A question was answered with a status that the ABI does not have.",
      when: [
        "A function in C returns something positive that is none of the `ACK_` constants, such as `errno` or a count."
      ],
      fix: "Return one of the `ACK_` constants: `ACK_OK` when it worked, a negative one when it did not.",
      more: ("ProviderABI.md", "9. Failing")
    ),
    ErrorExplanation(
      Code.timedOut, "timedOut", "A question was not answered in time.",
      when: [
        "The provider answered pending and did not call `wake`, or waits for a service that does not answer.",
        "The action takes longer than the 30 seconds that it has when it declares no `deadline`.",
      ],
      fix: "Try again, or give it more time with `--timeout`. Its author can give the action a `deadline`.",
      example: "appctl login --timeout 120", more: ("ProviderABI.md", "6. Questions")
    ),
    ErrorExplanation(
      Code.tooManyQuestions, "tooManyQuestions", "More questions are open than the ABI allows.",
      when: ["The app performs a ninth action while eight have not been answered."],
      fix: "Wait for an answer before the next action; a button that was pressed can be disabled until then."
    ),
    ErrorExplanation(
      Code.badReply, "badReply", "The answer to an action breaks the ABI.",
      when: [
        """
        The reply goes on after a login or logout, opens an interface that it does not close, or names an unknown \
        kind of effect.
        """,
        "A text in it is too long or is not UTF-8.",
      ],
      fix: "Correct the provider's `perform` at the effect that is named; nothing of the answer was applied.",
      more: ("ProviderABI.md", "7. Answering actions")
    ),
    ErrorExplanation(
      Code.gone, "gone", "The instance has been ended.",
      when: ["`end()` was called, or the app has let the provider go, and something still asks it."],
      fix: "Load the provider again for another instance, and ask nothing of one that has ended.",
      example: "let provider = try ProviderLoader().load(path)"
    ),
    ErrorExplanation(
      Code.flooded, "flooded", "More logins, logouts, updates or refreshes were asked for than may be.",
      when: [
        """
        The provider, or a thread of it, calls `request_login`, `request_logout`, `update_session` or `invalidate` in a \
        loop: more than 1000 times within a second.
        """
      ],
      fix: """
        Load the provider again for another instance, or log in again. Its author can ask once, and wait for what \
        becomes of it.
        """,
      more: ("ProviderABI.md", "8. Configuration and the host's functions")
    ),
  ]
}
