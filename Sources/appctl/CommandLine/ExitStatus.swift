import AppControllerKit
import AppControllerWeb
import ProviderPlugins

/// The numbers above 1 are those of `sysexits.h`.
enum ExitStatus: Int32, Sendable, CaseIterable {
  case done = 0
  case refused = 1
  case usage = 64
  case invalidData = 65
  case noProvider = 66
  case unavailable = 69
  case internalError = 70
  case storeFailed = 74
  case timedOut = 75
  case security = 77

  /// In the words of the overview.
  var meaning: String {
    switch self {
    case .done: "done"
    case .refused:
      "refused: a sign-in denied, an input that breaks a rule, a transition vetoed, a replay or a test that differs"
    case .usage: "wrong usage, or an input is missing"
    case .invalidData: "an invalid description or file"
    case .noProvider: "no such provider or file"
    case .unavailable: "the provider cannot be loaded, died, or gave nothing to check"
    case .internalError: "a bug of appctl"
    case .storeFailed: "sessions cannot be read or written, or standard output takes no result"
    case .timedOut: "timed out, not there for now, or not everything was tried; try again"
    case .security: "refused by a security rule"
    }
  }
}

extension ExitStatus {
  init(_ error: any Error) {
    switch error {
    case let error as CommandError: self = error.code.exitStatus
    case let error as PluginError: self.init(error)
    case let error as AppControllerError:
      let underlying = error.underlyingError as? PluginError
      switch underlying {
      // A provider that fails to perform a user's action has refused it; one that cannot describe itself is
      // unavailable.
      case let cause? where cause.category == nil && cause.code == .questionFailed && error.code == .actionFailed:
        self = .refused
      case let cause?: self.init(cause)
      case nil: self.init(error.code)
      }
    case let error as WebError: self = error.code == .notListening ? .unavailable : .usage
    default: self = .internalError
    }
  }

  private init(_ error: PluginError) {
    switch error.category {
    case .input?, .denied?: self = .refused
    case .later?: self = .timedOut
    case .provider?: self = .unavailable
    case nil: self.init(error.code)
    }
  }

  private init(_ code: PluginError.Code) {
    switch code {
    case .notFound, .unknownProvider, .unreadableRecording: self = .noProvider
    case .badRecording, .badAllowList: self = .invalidData
    case .replayDiffers, .providerDiffers: self = .refused
    case .recordingNotWritten, .badSettings: self = .usage
    case .writableFile, .writableFolder, .foreignOwner, .changedFile, .pinMismatch, .permissionNotGranted,
      .otherLibrary,
      .badLibraries:
      self = .security
    case .timedOut: self = .timedOut
    default: self = .unavailable
    }
  }

  private init(_ code: AppControllerError.Code) {
    switch code {
    case .invalidDescription, .invalidJSON, .invalidConfiguration, .inapplicableResponse, .invalidStoryboard,
      .noSuchInterface, .newerInterface:
      self = .invalidData
    case .unreadableFile: self = .noProvider
    case .notLoggedIn, .notRenewable, .sessionEnded, .inputRefused, .unsupportedAction, .unsupportedPurpose, .otherUser,
      .actionFailed, .handlerFailed, .invalidSession:
      self = .refused
    case .noSuchAction, .staleAction: self = .usage
    case .providerFailed: self = .unavailable
    case .timedOut, .sessionConflict, .vaultTimedOut: self = .timedOut
    case .storeFailed, .sessionSetAside, .vaultUnavailable, .vaultLocked, .vaultFailed, .secretLost, .unknownVault,
      .secretLeftBehind:
      self = .storeFailed
    case .storeUnsafe, .otherSettings: self = .security
    default: self = .internalError
    }
  }
}
