internal import AppControllerKit
internal import Glibc

/// What stands where providers are looked for: every location in order, and in each every library sorted by its bytes.
///
/// Nothing is run. Two listings of the same files are the same.
public struct ProviderListing: Sendable {
  /// What became of a location.
  public enum LocationState: Sendable, Equatable {
    /// It was looked in.
    case searched
    /// It was not to be looked in, for this reason.
    case ignored(String)
    /// There is no such folder.
    case missing
    /// It cannot be read, or is not to be trusted.
    case refused([PluginError])
  }

  /// More entries of a folder than this are not looked at, and the folder is refused.
  public static let entryLimit = 10_000

  /// The search path.
  public let searchPath: ProviderSearchPath
  /// What became of each location.
  public private(set) var states: [LocationState] = []
  /// Every library that was found, in the order of the search.
  public private(set) var candidates: [ProviderCandidate] = []

  /// Looks for providers.
  ///
  /// - Parameter searchPath: Where to look.
  public init(_ searchPath: ProviderSearchPath) {
    self.init(searchPath, trust: .current)
  }

  init(_ searchPath: ProviderSearchPath, trust: FileTrust, hostABI: ABIRange = .host) {
    self.searchPath = searchPath
    var search = Search(trust: trust, hostABI: hostABI)
    for (index, location) in searchPath.locations.enumerated() {
      states.append(search.look(in: location, at: index))
    }
    candidates = search.candidates
  }

  /// The accepted candidate of an id.
  public func provider(_ id: String) -> ProviderCandidate? {
    candidates.first { candidate in
      if case .accepted(let note) = candidate.verdict { note.id == id } else { false }
    }
  }
}

/// A search that is under way.
private struct Search {
  let trust: FileTrust
  let hostABI: ABIRange
  var candidates: [ProviderCandidate] = []
  private var accepted: [String: String] = [:]

  init(trust: FileTrust, hostABI: ABIRange) { (self.trust, self.hostABI) = (trust, hostABI) }

  mutating func look(in location: ProviderLocation, at index: Int) -> ProviderListing.LocationState {
    if let reason = location.ignored { return .ignored(reason) }
    let folder: String
    let names: [[UInt8]]
    do throws(PluginError) {
      folder = try LibraryFile.resolve(location.path)
      names = try Self.libraries(in: folder)
    } catch {
      return error.code == .notFound ? .missing : .refused([error])
    }
    let problems = trust.problems(ofFolder: folder)
    if !problems.isEmpty { return .refused(problems) }
    for name in names {
      // What is no text is shown as one, and not opened.
      let path = folder.appending(entry: String(decoding: name, as: UTF8.self))
      let isText = String(validating: name, as: UTF8.self) != nil
      let verdict = isText ? verdict(on: path) : .rejected(nil, [.notUTF8(path.displayable)])
      candidates.append(ProviderCandidate(path: path, location: index, verdict: verdict))
    }
    return .searched
  }

  /// The libraries in a folder, sorted by their bytes.
  private static func libraries(in folder: String) throws(PluginError) -> [[UInt8]] {
    guard let stream = unsafe opendir(folder) else { throw .unopened(folder, errno) }
    defer { unsafe closedir(stream) }
    var names: [[UInt8]] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
      if name.suffix(3).elementsEqual(".so".utf8) { names.append(name) }
      if names.count > ProviderListing.entryLimit { throw .tooManyEntries(folder) }
    }
    return names.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private mutating func verdict(on path: String) -> ProviderCandidate.Verdict {
    let (file, note): (LibraryFile, ProviderNote)
    do throws(PluginError) {
      file = try LibraryFile(resolved: LibraryFile.resolve(path))
      note = try ProviderNote(of: file)
    } catch {
      return error.code.saysNothingOfAProvider ? .notAProvider(error) : .rejected(nil, [error])
    }
    // A link may lead out of the folder, which alone was looked at.
    let isHere = file.path.utf8.elementsEqual(path.utf8)
    var problems = isHere ? trust.problems(ofFile: file) : trust.problems(of: file.status, at: file.path)
    if let problem = note.incompatibility(with: hostABI, path: path) { problems.append(problem) }
    if !problems.isEmpty { return .rejected(note, problems) }
    if let first = accepted[note.id] { return .shadowed(note, by: first) }
    accepted[note.id] = path
    return .accepted(note)
  }
}

extension PluginError.Code {
  /// Whether a file that is refused with this code does not say to be a provider for this kind of system.
  fileprivate var saysNothingOfAProvider: Bool {
    let others: Set<PluginError.Code> = [
      .notFound, .notALibrary, .folder, .specialFile, .emptyFile, .textFile, .script, .windowsLibrary, .machO,
      .staticLibrary, .program, .objectFile, .coreFile, .wrongClass, .wrongByteOrder, .wrongMachine, .noNote,
    ]
    return others.contains(self)
  }
}

extension PluginError {
  fileprivate static func tooManyEntries(_ folder: String) -> PluginError {
    PluginError(
      .notReadable, what: "\(folder) has more than \(ProviderListing.entryLimit) libraries",
      why: "looking at all of them would take long, and no folder of providers has so many",
      fix: "move the providers into a folder of their own"
    )
  }
}

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
