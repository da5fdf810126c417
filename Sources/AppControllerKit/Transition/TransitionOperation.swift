extension TransitionMachine {
  /// An operation that is under way.
  struct Operation: Sendable, Hashable {
    /// What an operation does to reach its goal.
    enum Kind: Sendable, Hashable {
      /// The first interface is installed.
      case installation
      /// Another interface is installed.
      case transition
      /// The goal is reached already; what is stored is replaced, by a session with a new secret or expiry.
      case sessionUpdate
      /// The goal is reached already; its interface is asked for again, and a new session is stored if there is one.
      case refresh
    }

    /// How far an operation is.
    enum Phase: Sendable, Hashable {
      /// It can be given up, and nothing has changed.
      case preparing
      /// It has passed the point of no return.
      case irrevocable
    }

    let id: Int
    let kind: Kind
    var request: Request
    /// Whether it stores the session although nobody asks for that, because what is stored is wrong.
    var mendsStore = false
    /// Whether it stores the session because another process has stored something else, which somebody here decides against.
    var replacesElsewhere = false
    /// What another process had stored, and was not installed, when it stored its session.
    var replacedElsewhere: TransitionMachine.Goal?
    /// Whether what it has replaced was wrong, so that it is not to be put back.
    var hasReplacedWrong = false
    /// What it does now; `nil` before it has begun.
    var step: Step?
    /// How many hooks it calls.
    var hooks = 0
    /// How many of them were told that it will happen.
    var told = 0
    /// How many of those were told that it has happened.
    var ended = 0
    /// Whether its interface was installed.
    var hasExchanged = false
    /// Whether it has stored its session.
    var hasSaved = false
    /// Whether it has been told to stop.
    var isStopping = false
    /// Whether a step has failed, so that it does not reach its goal.
    var hasFailed = false
    /// Whether the rest of its animation is left out, because something else is wanted.
    var isHurried = false
  }

  /// What an operation does at a time, in the order of a transition.
  enum Step: Sendable, Hashable {
    /// Installs the splash.
    case showSplash
    /// Loads the stored session: an installation's first one, or to see whether whoever is followed is stored still.
    case loadSession
    /// Asks the provider which state is the first.
    case askInitialState
    /// Asks a hook whether the transition may happen.
    case askForVeto(hook: Int)
    /// Asks the provider for the interface, and checks it.
    case describe
    /// Asks the provider for the configuration, and checks it.
    case configure
    /// Tells a hook that the transition will happen.
    case callWill(hook: Int)
    /// Stores the session of a login; when it is still wanted then, the point of no return is passed.
    case save
    /// Erases the stored session for a logout, from where on there is no return.
    case erase
    /// Installs the interface.
    case exchange
    /// Makes the stored session the current one.
    case adopt
    /// Keeps the old picture on top.
    case animate
    /// Tells a hook that the transition has happened.
    case callDid(hook: Int)
    /// Tells the provider that the transition has happened.
    case tellProvider
    /// Puts the session back that was stored before.
    case takeBack
    /// Tells a hook that the transition will not happen after all.
    case callDidAbort(hook: Int)
    /// Takes apart what an installation has begun.
    case takeApart
    /// Tells everyone.
    case end(Answer)
  }

  /// How a step went.
  enum StepResult: Sendable, Hashable {
    case succeeded
    /// It failed, a hook said no, or it took too long.
    case refused
    /// It succeeded, and the goal of an installation is known now.
    case decided(Goal)
  }
}

extension TransitionMachine.Operation {
  /// Whether another interface comes: from the first hook that is told so to the last that is told that it is there.
  var isExchanging: Bool {
    switch step {
    case .callWill, .loadSession, .save, .erase, .exchange, .adopt, .animate, .callDid: kind == .transition
    case nil, .showSplash, .askInitialState, .askForVeto, .describe, .configure: false
    case .tellProvider, .takeBack, .callDidAbort, .takeApart, .end: false
    }
  }

  var phase: Phase {
    switch step {
    case nil, .showSplash, .loadSession, .askInitialState, .askForVeto, .describe, .configure, .callWill, .save:
      .preparing
    case .takeBack, .callDidAbort, .takeApart: .preparing
    case .erase, .exchange, .adopt, .animate, .callDid, .tellProvider, .end: .irrevocable
    }
  }

  /// Whether it is on its way out without having reached its goal.
  var isGivingUp: Bool { isStopping || hasFailed }

  /// Whether it stores the session of its goal, or erases what is stored.
  var stores: Bool {
    if request.origin == .store { return mendsStore }
    switch kind {
    case .installation: return false
    case .transition, .sessionUpdate: return true
    case .refresh: return request.session != nil || mendsStore || replacesElsewhere
    }
  }

  /// Whether it can be told to stop.
  var isOpen: Bool { phase == .preparing && !isGivingUp && !hasExchanged }
}
