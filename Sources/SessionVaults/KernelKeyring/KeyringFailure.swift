internal import AppControllerKit
internal import Glibc

/// What the kernel's refusals mean, and the way out of each.
enum KeyringFailure {
  /// How far the question came.
  enum Stage {
    /// The keyring could not be reached, so that nothing has changed.
    case unavailable
    /// A call on it failed; with what was tried, as in "cannot VERB the kernel's keyring".
    case failed(String)
  }

  /// Turns the result of a call into an error, if it is one.
  static func check(_ result: Int, as stage: Stage) throws(AppControllerError) {
    guard result < 0 else { return }
    let number = Int32(truncatingIfNeeded: -result)
    switch stage {
    case .unavailable:
      throw error(.vaultUnavailable, "the kernel's keyring cannot be used here", number)
    case .failed(let verb):
      throw error(.vaultFailed, "cannot \(verb) the kernel's keyring", number)
    }
  }

  /// Whether a result says that there is no such key, or none any more.
  static func isGone(_ result: Int) -> Bool {
    [ENOKEY, EKEYEXPIRED, EKEYREVOKED].contains(Int32(truncatingIfNeeded: -result))
  }

  /// What is thrown when the kernel does not answer.
  static let late = AppControllerError(
    .vaultTimedOut, what: "the kernel's keyring did not answer within 30 seconds",
    why: "a system call did not return", fix: "try again, or keep the secret elsewhere: --store file"
  )

  private static func error(_ code: AppControllerError.Code, _ what: String, _ number: Int32) -> AppControllerError {
    let words = unsafe String(cString: strerror(number))
    let (why, fix) =
      switch number {
      case ENOSYS, EOPNOTSUPP:
        (
          "this kernel, or what stands in for it, has no keyrings: \(words)",
          "use a kernel with CONFIG_KEYS, or keep the secret elsewhere: --store file"
        )
      case EPERM, EACCES:
        (
          "the system forbids the calls, as most containers do: \(words)",
          "allow keyctl and add_key in the container's seccomp profile, or keep the secret elsewhere: --store file"
        )
      case EDQUOT:
        (
          "the user has as many keys, or bytes in keys, as the system allows: \(words)",
          "raise /proc/sys/kernel/keys/maxkeys and maxbytes, remove keys that nobody needs, or use --store file"
        )
      case ENOMEM: ("the kernel has no memory left: \(words)", "make memory free, then try again")
      default: ("the system says: \(words)", "try again, or keep the secret elsewhere: --store file")
      }
    return AppControllerError(code, what: what, why: why, fix: fix)
  }
}
