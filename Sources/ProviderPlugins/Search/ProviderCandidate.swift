/// A file that was found where providers are looked for, and what it is.
public struct ProviderCandidate: Sendable, Equatable {
  /// What became of it.
  public enum Verdict: Sendable, Equatable {
    /// It is the provider of its id.
    case accepted(ProviderNote)
    /// It is a provider, but another one of its id comes before it, at this path.
    case shadowed(ProviderNote, by: String)
    /// It says to be a provider, and is refused.
    case rejected(ProviderNote?, [PluginError])
    /// It does not say to be one.
    case notAProvider(PluginError)
  }

  /// The path by which it was found.
  public let path: String
  /// The folder, by its place in the search path.
  public let location: Int
  /// What became of it.
  public let verdict: Verdict

  /// What it says of itself; `nil` when it says nothing that can be read.
  public var note: ProviderNote? {
    switch verdict {
    case .accepted(let note), .shadowed(let note, _): note
    case .rejected(let note, _): note
    case .notAProvider: nil
    }
  }
}
