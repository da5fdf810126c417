extension AppControllerError {
  /// ACK30xx: the controller, its provider and its handlers.
  static let controllerExplanations: [ErrorExplanation] = [
    ErrorExplanation(
      Code.notInstalled, "notInstalled", "A login, logout or action was asked for without an installed interface.",
      when: [
        "`login()` or `logout()` was called before `installRootInterface(in:)` had returned.",
        "The controller was used after `terminate()`.",
      ],
      fix: "Await `installRootInterface(in:)` first; after `terminate()` make another `AppController`.",
      example: "try await controller.installRootInterface(in: window)\nawait controller.login()"
    ),
    ErrorExplanation(
      Code.providerFailed, "providerFailed", "The provider failed to describe an interface or its configuration.",
      when: [
        "The provider's function threw an error, whose words are in the message.",
        "A plugin answered with a failure. Its own code, from ACK2101 on, stands in brackets.",
      ],
      fix: """
        Do what the provider's own words say; nothing has changed in the app. When they say nothing, its author can: \
        `--verbose` shows what the provider logs.
        """,
      example: "appctl show --verbose"
    ),
    ErrorExplanation(
      Code.handlerFailed, "handlerFailed", "The app's `will` handler threw an error, so the transition was given up.",
      when: [
        """
        `willLoginHandler` or `willLogoutHandler` failed before the exchange. The app is as it was, and nothing was \
        stored.
        """
      ],
      fix: """
        Handle the error inside the handler, or let it throw only when the transition is to be stopped. \
        `logout(force: true)` goes on whatever the handler does.
        """,
      example: "await controller.logout(force: true)"
    ),
    ErrorExplanation(
      Code.wouldDeadlock, "wouldDeadlock", "A handler or provider waits for a transition from inside another one.",
      when: [
        """
        A handler awaits `controller.login()`, `logout()` or `settle()`, by itself, with `async let`, or in a `Task` \
        that it has made. That transition begins when the present one has ended, which ends when the handler has returned.
        """,
        "A `Task` that a handler has made asks while the handler waits for something else.",
        "A provider does so while it is asked for an interface.",
      ],
      fix: """
        Do not wait: call `requestLogin()` or `requestLogout()` of the controller or of the handle. The transition then \
        follows the present one.
        """,
      example: "controller.requestLogout()"
    ),
    ErrorExplanation(
      Code.unsupportedAction, "unsupportedAction", "The provider does not do an action that its interface offers.",
      when: [
        "The name in the description and the name in the provider's `perform` differ, often by a letter.",
        "`perform` has no case for it, and the default answer is that it is not supported.",
        "`appctl perform` was given the name of an action that an older interface had.",
      ],
      fix: "Correct the action's name in the description, or answer it in `perform`.",
      example: "appctl show --format json", more: ("Interfaces.md", "Actions")
    ),
    ErrorExplanation(
      Code.inapplicableResponse, "inapplicableResponse",
      "The provider's answer to an action has no place in what is installed.",
      when: [
        "The answer pushes or pops, and the screen is in no navigation stack.",
        "It pops the first screen, dismisses where nothing is presented, or selects a tab that is not there.",
        "It complains about an input that the screen does not have, or goes on after its login or logout.",
      ],
      fix: """
        Describe the screen inside a navigation, or answer with `present` or `replace`; put a login or logout last. \
        An answer is applied whole or not at all, so nothing has changed.
        """,
      more: ("WritingProviders.md", "When it does not work")
    ),
    ErrorExplanation(
      Code.staleAction, "staleAction", "An action came from an interface that is no longer installed.",
      when: [
        """
        A login, a logout or an `invalidate` replaced the interface while the provider was answering, or before it \
        was asked.
        """
      ],
      fix: "Do the action again in the interface that is installed now, if it is still there."
    ),
    ErrorExplanation(
      Code.alreadyInstalled, "alreadyInstalled", "A controller is installed in one window and was to go into another.",
      when: ["`installRootInterface(in:)` was called a second time, with another window."],
      fix: "Make another `AppController` for another window; each has one root container, in one window, for its life.",
      example: "let second = AppController(interfaceProvider: provider)"
    ),
    ErrorExplanation(
      Code.timedOut, "timedOut", "A question, an action or a handler took longer than it may.",
      when: [
        "The provider waits for a network or for another process that does not answer.",
        "An action takes longer than the 30 seconds that it has when it declares no `deadline`.",
        "A handler of the app did not return within the controller's `handlerDeadline`.",
      ],
      fix: """
        Try again. A provider gets more time with the controller's `providerDeadline` or with `--timeout`, an action \
        with its `deadline`, a handler with `handlerDeadline`.
        """,
      example: "appctl login --timeout 120"
    ),
    ErrorExplanation(
      Code.noSuchAction, "noSuchAction", "The node or action is not in the interface, or cannot be used now.",
      when: [
        "The button waits for inputs: its `enabled` condition does not hold yet.",
        "The node is hidden, is no button, item or link, or has gone with its screen.",
      ],
      fix: """
        Fill in what it waits for, or choose another. Each `appctl perform` starts at the fresh interface, so give \
        the inputs in the same command.
        """,
      example: "appctl perform search --set query=tea"
    ),
    ErrorExplanation(
      Code.inputRefused, "inputRefused", "A value breaks a rule of its input, and the provider was not asked.",
      when: [
        "A required input is empty, a text is too short or too long, or it is no email address.",
        "The value of a choice is none of its options, or two inputs that have to be the same differ.",
      ],
      fix: "Enter a value that satisfies the rule that is named in the message.",
      more: ("Interfaces.md", "Rules")
    ),
    ErrorExplanation(
      Code.actionFailed, "actionFailed", "The provider failed at an action, which has changed nothing.",
      when: [
        "`perform` threw an error, whose words are in the message.",
        "A plugin answered the action with a failure. Its own code, from ACK2102 on, stands in brackets.",
      ],
      fix: "Do what the provider's own words say, then do the action again.", example: "appctl perform open --verbose"
    ),
    ErrorExplanation(
      Code.transitionLoop, "transitionLoop", "Transitions have asked for one another too often.",
      when: [
        "A `didLogin` handler logs out and a `didLogout` handler logs in, each without a condition.",
        "A provider requests a login whenever it is asked for its logged-out interface.",
      ],
      fix: """
        Make the request depend on something that the transition changes, such as a flag that is cleared once it was \
        acted on. The last transition that was done stands.
        """
    ),
    ErrorExplanation(
      Code.containmentRefused, "containmentRefused", "A container's child cannot be exchanged as was asked.",
      when: [
        "`cycle(from:to:)` names no child: the container is empty, or the controller is another container's.",
        "The new child is a root container, holds the container itself, or is being moved just now.",
      ],
      fix: """
        Pass a controller that stands nowhere else, and one that is a child as the old one; `transition(to:)` adds \
        the child when there is none.
        """,
      example: "try container.transition(to: child)"
    ),
    ErrorExplanation(
      Code.providerBusy, "providerBusy", "The provider has still not returned from a question that took too long.",
      when: [
        """
        A question timed out and its task was cancelled, and the provider's function goes on all the same. It is \
        asked one question at a time.
        """
      ],
      fix: """
        Have the provider's functions end when their task is cancelled: await only what can be cancelled, or look at \
        `Task.isCancelled`. Until then, wait and try again, or restart the app.
        """
    ),
    ErrorExplanation(
      Code.containerOwned, "containerOwned", "An app has tried to change what its controller has installed.",
      when: [
        "`transition(to:)` or `cycle(to:)` was called on `controller.rootContainer`, whose interfaces the controller switches."
      ],
      fix: """
        Call `login()` or `logout()`, and show anything else above the interface with `present(_:)`. For a container \
        that you switch by yourself make a `RootContainer` without an `AppController`.
        """,
      example: "controller.rootContainer.present(sheet)"
    ),
  ]
}
