/// A program of `Peers`, which was built if what it needs is installed.
public enum Peer {
  case present(program: String)
  /// It was not built; what would bring it.
  case absent(remedy: String)

  /// The peer that `build-peers` knows by a name.
  public init(_ name: String) {
    if let remedy = BuildFolder.text(of: "peers/\(name).absent") {
      self = .absent(remedy: remedy)
    } else {
      self = .present(program: BuildFolder.file("peers/\(name)"))
    }
  }

  /// A line of a table for it: the candidate that is made of its program, or one that says what is missing.
  @MainActor
  public func candidate(_ name: String, _ make: (String) throws -> Candidate) rethrows -> Candidate {
    switch self {
    case .present(let program): try make(program)
    case .absent(let remedy): .absent(name, remedy)
    }
  }
}
