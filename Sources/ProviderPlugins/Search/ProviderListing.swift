internal import AppControllerKit
internal import Glibc

/// The libraries in a search path: the locations in order, and in each location the libraries sorted by the bytes of
/// their names.
///
/// No code is run. Two listings of the same files are equal.
public struct ProviderListing: Sendable {
  /// The outcome of searching a location.
  public enum LocationState: Sendable, Equatable {
    /// It was searched.
    case searched
    /// It was not searched, for this reason.
    case ignored(String)
    /// The folder does not exist.
    case missing
    /// The folder cannot be read, or is not trusted.
    case refused([PluginError])
  }

  /// The maximum number of libraries in a folder; a folder with more is refused.
  public static let entryLimit = 10_000

  /// The search path.
  public let searchPath: ProviderSearchPath
  /// The outcome for each location.
  public private(set) var states: [LocationState] = []
  /// The libraries that were found, in the order of the search.
  public private(set) var candidates: [ProviderCandidate] = []

  /// Searches for providers.
  ///
  /// - Parameter searchPath: The folders to search.
  public init(_ searchPath: ProviderSearchPath) {
    self.init(searchPath, trust: .current)
  }

  init(_ searchPath: ProviderSearchPath, trust: FileTrust, hostABI: ABIRange = .host) {
    self.searchPath = searchPath
    var search = Search(trust: trust, hostABI: hostABI)
    for (index, location) in searchPath.locations.enumerated() {
      states.append(search.scan(location, at: index))
    }
    candidates = search.candidates
  }

  /// Returns the accepted candidate of an id.
  public func provider(_ id: String) -> ProviderCandidate? {
    candidates.first { candidate in
      if case .accepted(let note) = candidate.verdict { note.id == id } else { false }
    }
  }
}

private struct Search {
  let trust: FileTrust
  let hostABI: ABIRange
  var candidates: [ProviderCandidate] = []
  private var accepted: [String: String] = [:]

  init(trust: FileTrust, hostABI: ABIRange) { (self.trust, self.hostABI) = (trust, hostABI) }

  mutating func scan(_ location: ProviderLocation, at index: Int) -> ProviderListing.LocationState {
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
      // A name that is not UTF-8 is shown with replacements, and not opened.
      let path = folder.appending(entry: String(decoding: name, as: UTF8.self))
      let isText = String(validating: name, as: UTF8.self) != nil
      let verdict = isText ? verdict(on: path) : .rejected(nil, [.notUTF8(path.displayable)])
      candidates.append(ProviderCandidate(path: path, location: index, verdict: verdict))
    }
    return .searched
  }

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
      file = try LibraryFile(at: path)
      note = try ProviderNote(of: file)
    } catch {
      return error.code.meansNotAProvider ? .notAProvider(error) : .rejected(nil, [error])
    }
    // Only this folder has been checked, and a link may lead out of it.
    let isHere = UTF8Key(text: file.path) == UTF8Key(text: path)
    var problems = isHere ? trust.problems(ofFile: file) : trust.problems(of: file.status, at: file.path)
    if let problem = note.incompatibility(with: hostABI, path: path) { problems.append(problem) }
    if !problems.isEmpty { return .rejected(note, problems) }
    if let first = accepted[note.id] { return .shadowed(note, by: first) }
    accepted[note.id] = path
    return .accepted(note)
  }
}

extension PluginError.Code {
  /// True for a file that does not claim to be a provider for this kind of system.
  fileprivate var meansNotAProvider: Bool {
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

/// A file that was found in a search path, and the decision on it.
public struct ProviderCandidate: Sendable, Equatable {
  /// The decision on a file.
  public enum Verdict: Sendable, Equatable {
    /// It is the provider of its id.
    case accepted(ProviderNote)
    /// It is a provider, but another one with the same id precedes it, at this path.
    case shadowed(ProviderNote, by: String)
    /// It claims to be a provider, and is refused.
    case rejected(ProviderNote?, [PluginError])
    /// It does not claim to be a provider.
    case notAProvider(PluginError)
  }

  /// The path that it was found by.
  public let path: String
  /// The index of its folder in the search path.
  public let location: Int
  /// The decision on it.
  public let verdict: Verdict

  /// The note of the provider; `nil` when there is none that can be read.
  public var note: ProviderNote? {
    switch verdict {
    case .accepted(let note), .shadowed(let note, _): note
    case .rejected(let note, _): note
    case .notAProvider: nil
    }
  }
}
