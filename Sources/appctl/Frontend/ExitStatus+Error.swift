import AppControllerKit
import ProviderPlugins

extension ExitStatus {
  /// How a process ends that fails with an error.
  init(_ error: any Error) {
    switch error {
    case let error as CommandError: self = error.code.exitStatus
    case let error as PluginError: self.init(error.code)
    case let error as AppControllerError:
      let cause = (error.underlyingError as? PluginError)?.code
      switch cause {
      // A provider that fails at what the user asked has refused it; one that cannot describe itself is unavailable.
      case .questionFailed? where error.code == .actionFailed: self = .refused
      case let cause?: self.init(cause)
      case nil: self.init(error.code)
      }
    default: self = .internalError
    }
  }

  private init(_ code: PluginError.Code) {
    switch code {
    case .notFound, .unknownProvider, .unreadableRecording: self = .noProvider
    case .badRecording: self = .invalidData
    case .replayDiffers: self = .refused
    case .recordingNotWritten: self = .usage
    case .writableFile, .writableFolder, .foreignOwner, .changedFile, .pinMismatch: self = .security
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
    case .inputRefused, .unsupportedAction, .actionFailed, .handlerFailed, .invalidSession: self = .refused
    case .noSuchAction, .staleAction: self = .usage
    case .providerFailed: self = .unavailable
    case .timedOut, .sessionConflict, .vaultTimedOut: self = .timedOut
    case .storeFailed, .sessionSetAside, .vaultUnavailable, .vaultLocked, .vaultFailed, .secretLost, .unknownVault,
      .secretLeftBehind:
      self = .storeFailed
    case .storeUnsafe: self = .security
    default: self = .internalError
    }
  }
}
