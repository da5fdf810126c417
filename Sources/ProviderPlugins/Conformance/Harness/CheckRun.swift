internal import AppControllerKit
internal import CProviderABI
internal import ProviderABI

/// A check at work, in the child: the way to the provider, and back to the runner.
final class CheckRun {
  /// The library's path.
  let path: String
  /// What random choices are made with.
  let seed: UInt64
  /// How long pending questions are waited for.
  let patience: Patience
  private let sandbox: CheckSandbox
  private var isInside = false
  private let say: (CheckMessage) -> Void

  init(
    path: String, seed: UInt64, patience: Duration, _ sandbox: CheckSandbox, say: @escaping (CheckMessage) -> Void
  ) {
    self.sandbox = sandbox
    (self.path, self.seed, self.patience, self.say) = (path, seed, Patience(patience), say)
  }

  /// Says what is being done, for whoever finds out that it was the last thing.
  func step(_ text: String) { say(.step(text)) }

  /// All that the file says, but for its digest.
  func facts() throws(CheckStop) -> ProviderFacts {
    do throws(PluginError) {
      let file = try LibraryFile(resolved: LibraryFile.resolve(path))
      var facts = ProviderInspector().facts(of: file, path: file.path)
      facts.concerns = FileTrust.current.problems(of: file.status, at: file.path)
      return facts
    } catch {
      throw .broken(
        "The file should be one that can be read", seen: error.what, cause: "The path may be wrong, or the file's mode")
    }
  }

  /// Maps the library.
  func library() throws(CheckStop) -> RawLibrary {
    step("loading the library")
    let resolved: String
    do throws(PluginError) { resolved = try LibraryFile.resolve(path) } catch {
      throw .broken("The library should be there", seen: error.what, cause: "The path may be wrong")
    }
    try enterSandbox(for: resolved)
    let image: LoadedLibrary
    do throws(LoadFailure) { image = try LoadedLibrary(absolutePath: resolved) } catch {
      throw .broken(
        "The system should load the library, with every symbol found at once",
        seen: error.classified(path: resolved).what,
        cause: "It may have been linked without a library that it needs; -Wl,-z,defs finds that at build time")
    }
    guard let address = unsafe image.symbol(LibraryLinkage.entry) else {
      throw .broken(
        "The library should export \(LibraryLinkage.entry)", seen: "the system finds no such symbol in it",
        cause: "The function may be hidden, or defined in another library")
    }
    return unsafe RawLibrary(query: unsafe unsafeBitCast(address, to: ProviderLibrary.QueryFunction.self))
  }

  private func enterSandbox(for path: String) throws(CheckStop) {
    if isInside { return }
    isInside = true
    do throws(PluginError) { try sandbox.enter(for: path) } catch {
      throw .broken(
        "The check should give up its rights before it runs the provider", seen: error.what,
        cause: "To mend it: \(error.fix); or run the checks with --not-isolated, for a provider that you trust")
    }
  }

  /// The library's answer to the query that a host asks.
  func answer(of library: RawLibrary) throws(CheckStop) -> RawLibrary.Answer {
    step("asking the query")
    let answer = library.ask()
    guard answer.status == ACK_OK else {
      throw .broken(
        "A host that speaks ABI \(ACK_ABI_MAJOR).\(ACK_ABI_MINOR) should be answered ACK_OK",
        seen: "the query answered \(statusName(answer.status))",
        cause: "The library may speak another version, or take a good query for a bad one")
    }
    return answer
  }

  /// The library's table.
  func table() throws(CheckStop) -> ack_provider {
    let answer = try answer(of: library())
    guard let table = unsafe answer.content.provider, let copy = unsafe ack_provider.read(UnsafeRawPointer(table)),
      unsafe copy.create != nil, unsafe copy.destroy != nil, unsafe copy.describe != nil
    else {
      throw .broken(
        "The answer should have a table of at least version 1.0's size with create, destroy and describe",
        seen: "something of it is missing", cause: "See the check table-complete")
    }
    return copy
  }

  /// Makes an instance.
  func instance(_ table: ack_provider? = nil, host: CheckHost = CheckHost(), excess: Int = 0) throws(CheckStop)
    -> CheckedInstance
  {
    let table: ack_provider = if let table { table } else { try self.table() }
    step("making an instance")
    var pointer: OpaquePointer?
    host.callBegins()
    let status = unsafe table.create(host.table, &pointer)
    let failure = host.callEnds()
    guard status == ACK_OK else {
      let reason = failure.map { ": \($0.what.displayable)" } ?? " without calling fail"
      throw .broken(
        "create should answer ACK_OK", seen: "it answered \(statusName(status))\(reason)",
        cause: "It may need something that is not there in a clean environment, such as a variable or a file")
    }
    return unsafe CheckedInstance(
      table, host: host, pointer: pointer, patience: patience, excess: excess)
  }
}
