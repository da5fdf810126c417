extension TransitionMachine {
  /// A step of an operation, in the order of a transition.
  package enum Step: Sendable, Hashable {
    /// Installs the splash.
    case showSplash
    /// Loads the stored session: the first one of an installation, or to check that the session of a followed login is
    /// still stored.
    case loadSession
    /// Asks the provider for the first state.
    case askInitialState
    /// Asks a hook whether the transition may happen.
    case askForVeto(hook: Int)
    /// Asks the provider for the interface, and checks it.
    case describe
    /// Asks the provider for the configuration, and checks it.
    case configure
    /// Calls the `will` of a hook.
    case callWill(hook: Int)
    /// Stores the session of a login; if the login is still wanted then, the point of no return is passed.
    case save
    /// Erases the stored session for a logout, which is the point of no return.
    case erase
    /// Installs the interface.
    case exchange
    /// Makes the stored session the current one.
    case adopt
    /// Keeps the old picture on top.
    case animate
    /// Calls the `did` of a hook.
    case callDid(hook: Int)
    /// Notifies the provider that the transition has happened.
    case tellProvider
    /// Puts the session back that was stored before.
    case takeBack
    /// Calls the `didAbort` of a hook.
    case callDidAbort(hook: Int)
    /// Removes the parts that an installation has begun.
    case takeApart
    /// Gives the answer, and reports it.
    case end(Answer)
  }

  /// The result of a step.
  enum StepResult: Sendable, Hashable {
    case succeeded
    /// The step failed, was vetoed by a hook, or took too long.
    case refused
    /// The step succeeded, and determined the goal of an installation.
    case decided(Goal)
  }
}

// MARK: - The traits of each step

extension TransitionMachine.Step {
  /// The party that a step waits for.
  enum Party: Sendable {
    /// The provider, with the name of its answer.
    case provider(StaticString)
    /// A function of these hooks.
    case hook(HookCall.Name, Int)
    case store
    case clock
    /// The controller itself, which carries the step out at once.
    case controller
  }

  /// The effect of a step on the difference between the stored and the installed session.
  enum StoreEffect: Sendable {
    case none
    /// The goal is stored.
    case stores
    /// The former session is stored again.
    case restores
    /// The stored session is installed.
    case installs
  }

  /// A step that is reported as an event.
  enum Milestone: Sendable {
    case launching
    case prepared
    case exchanged
    case adopted
  }

  /// The attributes of a step, whatever its operation.
  struct Traits: Sendable {
    let party: Party
    let phase: TransitionMachine.Operation.Phase
    /// Whether it is between the first `will` of a transition and the last `did`.
    let isExchanging: Bool
    let effect: StoreEffect
    let milestone: Milestone?
    /// The beginning of the sentence that reports a failure of the step, when the operation continues; `nil` for none.
    let problem: StaticString?

    fileprivate init(
      _ party: Party, _ phase: TransitionMachine.Operation.Phase = .preparing, isExchanging: Bool = false,
      effect: StoreEffect = .none, milestone: Milestone? = nil, problem: StaticString? = nil
    ) {
      (self.party, self.phase, self.isExchanging) = (party, phase, isExchanging)
      (self.effect, self.milestone, self.problem) = (effect, milestone, problem)
    }
  }

  /// The table of the steps.
  var traits: Traits {
    switch self {
    case .showSplash: Traits(.provider("splash"), milestone: .launching)
    case .loadSession: Traits(.store, isExchanging: true)
    case .askInitialState: Traits(.provider("initial state"))
    case .askForVeto(let hook): Traits(.hook(.should, hook))
    case .describe:
      Traits(
        .provider("interface"),
        problem: "the provider could not describe its logged-out interface, so a built-in one is shown")
    case .configure:
      Traits(
        .provider("configuration"), milestone: .prepared, problem: "the provider's configuration was not used")
    case .callWill(let hook):
      Traits(.hook(.will, hook), isExchanging: true, problem: "a will handler failed and was overruled")
    case .save: Traits(.store, isExchanging: true, effect: .stores)
    case .erase: Traits(.store, .irrevocable, isExchanging: true, effect: .stores)
    case .exchange: Traits(.controller, .irrevocable, isExchanging: true, effect: .installs, milestone: .exchanged)
    case .adopt: Traits(.controller, .irrevocable, isExchanging: true, effect: .installs, milestone: .adopted)
    case .animate: Traits(.clock, .irrevocable, isExchanging: true)
    case .callDid(let hook):
      Traits(
        .hook(.did, hook), .irrevocable, isExchanging: true, problem: "a did handler failed after the transition")
    case .tellProvider:
      Traits(.provider("notification"), .irrevocable, problem: "the provider failed to end its session")
    case .takeBack: Traits(.store, effect: .restores)
    case .callDidAbort(let hook): Traits(.hook(.didAbort, hook))
    case .takeApart: Traits(.controller)
    case .end: Traits(.controller, .irrevocable)
    }
  }

  /// The subject of a sentence about the step.
  var subject: String {
    switch traits.party {
    case .provider(let answer): "the provider's \(answer)"
    case .hook(let name, _): "a \(name.function) handler"
    case .store: "the session store"
    case .clock, .controller: "the controller"
    }
  }
}
