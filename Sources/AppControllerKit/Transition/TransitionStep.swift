extension TransitionMachine {
  /// In the order of a transition.
  package enum Step: Sendable, Hashable {
    case showSplash
    /// The first session of an installation, or a check that the session of a followed login is still stored.
    case loadSession
    case askInitialState
    case askForVeto(hook: Int)
    case describe
    case configure
    case callWill(hook: Int)
    /// If the login is still wanted after it, the point of no return is passed.
    case save
    /// The point of no return of a logout.
    case erase
    case exchange
    case adopt
    case animate
    case callDid(hook: Int)
    case tellProvider
    /// Puts back the session that was stored before.
    case takeBack
    case callDidAbort(hook: Int)
    /// Removes the parts that an installation has begun.
    case takeApart
    case end(Answer)
  }

  enum StepResult: Sendable, Hashable {
    case succeeded
    /// The step failed, was vetoed by a hook, or took too long.
    case refused
    /// Determined the goal of an installation.
    case decided(Goal)
  }
}

// MARK: - The traits of each step

extension TransitionMachine.Step {
  enum Party: Sendable {
    case provider(StaticString)
    case hook(HookCall.Name, Int)
    case store
    case clock
    /// Carried out at once.
    case controller
  }

  /// The effect on the difference between the stored and the installed session.
  enum StoreEffect: Sendable {
    case none
    case stores
    case restores
    case installs
  }

  enum Milestone: Sendable {
    case launching
    case prepared
    case exchanged
    case adopted
  }

  struct Traits: Sendable {
    let waitsFor: Party
    let phase: TransitionMachine.Operation.Phase
    /// Between the first `will` of a transition and the last `did`.
    let isExchanging: Bool
    let effect: StoreEffect
    let milestone: Milestone?
    /// The beginning of the sentence that reports a failure when the operation continues; `nil` for none.
    let problem: StaticString?

    fileprivate init(
      _ waitsFor: Party, _ phase: TransitionMachine.Operation.Phase = .preparing, isExchanging: Bool = false,
      effect: StoreEffect = .none, milestone: Milestone? = nil, problem: StaticString? = nil
    ) {
      (self.waitsFor, self.phase, self.isExchanging) = (waitsFor, phase, isExchanging)
      (self.effect, self.milestone, self.problem) = (effect, milestone, problem)
    }
  }

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

  var subject: String {
    switch traits.waitsFor {
    case .provider(let answer): "the provider's \(answer)"
    case .hook(let name, _): "a \(name.function) handler"
    case .store: "the session store"
    case .clock, .controller: "the controller"
    }
  }
}
