/// The error that the controller, its descriptions and its sessions throw.
public struct AppControllerError: ExplainedError {
  /// The kind of a failure; the raw value is the stable code.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable code, such as `ACK1001`.
    public let rawValue: String

    /// Makes a code from its text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A description breaks a rule; ``AppControllerError/diagnostics`` lists every broken rule.
    public static let invalidDescription = Code(rawValue: "ACK1001")
    /// A text is not well-formed JSON, or is larger or deeper than allowed.
    public static let invalidJSON = Code(rawValue: "ACK1002")
    /// A configuration has a duration or delay that is negative or too long, or another value that is impossible.
    public static let invalidConfiguration = Code(rawValue: "ACK1003")
    /// A storyboard is not valid; ``AppControllerError/diagnostics`` lists every problem with its place.
    public static let invalidStoryboard = Code(rawValue: "ACK1004")
    /// A storyboard has no interface of the requested name.
    public static let noSuchInterface = Code(rawValue: "ACK1005")
    /// The file of a storyboard or description cannot be read.
    public static let unreadableFile = Code(rawValue: "ACK1006")
    /// An interface needs a newer host; this host can show only its fallback text.
    public static let newerInterface = Code(rawValue: "ACK1007")
    /// A picture of the provider is refused, or the provider has no picture of that name; the image is shown as text.
    public static let invalidAsset = Code(rawValue: "ACK1008")

    /// A transition was requested before the controller was installed, or after it was terminated.
    public static let notInstalled = Code(rawValue: "ACK3001")
    /// A provider failed to answer a question.
    public static let providerFailed = Code(rawValue: "ACK3002")
    /// A `will` handler threw, so the transition was given up.
    public static let handlerFailed = Code(rawValue: "ACK3003")
    /// A handler waits for a transition that cannot end before the handler returns.
    public static let wouldDeadlock = Code(rawValue: "ACK3004")
    /// The provider does not support this action.
    public static let unsupportedAction = Code(rawValue: "ACK3005")
    /// The answer to an action cannot be applied to the installed interface.
    public static let inapplicableResponse = Code(rawValue: "ACK3006")
    /// The interface that an action came from is no longer installed.
    public static let staleAction = Code(rawValue: "ACK3007")
    /// The controller is installed already, in another window.
    public static let alreadyInstalled = Code(rawValue: "ACK3008")
    /// A question was not answered before its deadline.
    public static let timedOut = Code(rawValue: "ACK3009")
    /// The action names no button, item or link of the interface, or a disabled one.
    public static let noSuchAction = Code(rawValue: "ACK3010")

    /// A value breaks a rule of its input.
    public static let inputRefused = Code(rawValue: "ACK3011")
    /// The provider failed to carry out an action; nothing has changed.
    public static let actionFailed = Code(rawValue: "ACK3012")

    /// Requests from inside transitions have followed one another too many times.
    public static let transitionLoop = Code(rawValue: "ACK3013")

    /// A containment call has no child to work on, or the new child cannot be added.
    public static let containmentRefused = Code(rawValue: "ACK3014")
    /// The provider has not yet returned from a question that exceeded its deadline.
    public static let providerBusy = Code(rawValue: "ACK3015")
    /// A caller other than the owning controller tried to change the interface of a container.
    public static let containerOwned = Code(rawValue: "ACK3016")
    /// No thread runs the jobs of the main actor.
    public static let mainActorNotServed = Code(rawValue: "ACK3017")
    /// The task that asked for the session was cancelled.
    public static let cancelled = Code(rawValue: "ACK3018")
    /// The provider has renewed a secret with one that is not accepted.
    public static let renewedInVain = Code(rawValue: "ACK3019")
    /// The provider has ended by itself, and answers nothing any more.
    public static let providerEnded = Code(rawValue: "ACK3020")
    /// The provider has no interface for a purpose.
    public static let unsupportedPurpose = Code(rawValue: "ACK3021")
    /// Another user has signed in than the one whom the purpose concerns.
    public static let otherUser = Code(rawValue: "ACK3022")

    /// The session store could not be read or written.
    public static let storeFailed = Code(rawValue: "ACK4001")
    /// Another process changed the stored session in the meantime.
    public static let sessionConflict = Code(rawValue: "ACK4002")
    /// The stored session is damaged or belongs to another program, and was set aside.
    public static let sessionSetAside = Code(rawValue: "ACK4003")
    /// The store's file or folder is not safe to trust: a wrong owner, a wrong mode, or not a regular file.
    public static let storeUnsafe = Code(rawValue: "ACK4004")
    /// A session is not acceptable: an empty subject, or a value over its limit.
    public static let invalidSession = Code(rawValue: "ACK4005")
    /// No user is logged in, or another user has logged in since; there is no session to use.
    public static let notLoggedIn = Code(rawValue: "ACK4006")
    /// The secret of a session is no longer accepted, and the provider cannot renew it.
    public static let notRenewable = Code(rawValue: "ACK4007")
    /// The session has ended at the provider.
    public static let sessionEnded = Code(rawValue: "ACK4008")

    /// A vault for secrets cannot be reached on this machine or at this time.
    public static let vaultUnavailable = Code(rawValue: "ACK4011")
    /// A vault for secrets is locked, and was not unlocked.
    public static let vaultLocked = Code(rawValue: "ACK4012")
    /// A vault for secrets failed.
    public static let vaultFailed = Code(rawValue: "ACK4013")
    /// A vault for secrets did not answer in time.
    public static let vaultTimedOut = Code(rawValue: "ACK4014")
    /// The secret of the stored session is no longer in its vault.
    public static let secretLost = Code(rawValue: "ACK4015")
    /// The secret of the stored session is in a vault that this program does not have.
    public static let unknownVault = Code(rawValue: "ACK4016")
    /// The secret of a session that has ended could not be removed from its vault yet.
    public static let secretLeftBehind = Code(rawValue: "ACK4017")
    /// The stored session was made with other settings of the provider, and is not given to it.
    public static let otherSettings = Code(rawValue: "ACK4019")
  }

  /// The stable code.
  public let code: Code
  /// The failure itself.
  public let what: String
  /// The reason for the failure.
  public let why: String
  /// The remedy.
  public let fix: String
  /// The problems of a description, a storyboard or a JSON text, each with its path; empty for every other error.
  public let diagnostics: [Diagnostic]
  /// The error that caused this one, such as a plugin's; `nil` when there is none.
  public let underlyingError: (any Error)?

  /// What the error behind it is due to.
  public var category: FailureCategory? { (underlyingError as? any ExplainedError)?.category }

  /// The time after which trying again may help, as the error behind it says.
  public var retryAfter: Duration? { (underlyingError as? any ExplainedError)?.retryAfter }

  /// Makes an error from its code and its three sentences.
  public init(
    _ code: Code, what: String, why: String, fix: String, diagnostics: [Diagnostic] = [],
    underlyingError: (any Error)? = nil
  ) {
    self.code = code
    self.what = what
    self.why = why
    self.fix = fix
    self.diagnostics = diagnostics
    self.underlyingError = underlyingError
  }
}

extension AppControllerError: Equatable {
  /// Whether two errors are equal.
  public static func == (left: AppControllerError, right: AppControllerError) -> Bool {
    left.code == right.code && left.what == right.what && left.why == right.why && left.fix == right.fix
      && left.diagnostics == right.diagnostics
  }
}
