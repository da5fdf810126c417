/// A program of `Peers`, which is built if its dependencies are installed.
public enum Peer {
  case present(program: String)
  /// It was not built; with the packages that would provide its dependencies.
  case absent(remedy: String)

  /// The peer that has a name in `build-peers`.
  public init(_ name: String) {
    if Counted.requested != nil {
      self = .absent(remedy: "peers are not counted")
    } else if let remedy = BuildFolder.text(of: "peers/\(name).absent") {
      self = .absent(remedy: remedy)
    } else {
      self = .present(program: BuildFolder.file("peers/\(name)"))
    }
  }

  /// Makes its line in a table: a candidate for its program, or one that names the missing packages.
  @MainActor
  public func candidate(_ name: String, _ make: (String) throws -> Candidate) rethrows -> Candidate {
    switch self {
    case .present(let program): try make(program)
    case .absent(let remedy): .absent(name, remedy)
    }
  }
}
