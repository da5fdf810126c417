// Loads copies of libraries and reads their notes. A library stays mapped, so every load is of a file that has not been
// loaded yet.
import Glibc
import Measuring
import ProviderPlugins

let arguments = CommandLine.arguments
guard arguments.count == 4 else { fatalError("usage: LoadBenchmark C-PLUGIN SWIFT-PLUGIN SCRATCH-FOLDER") }

let rounds = 101
let warmUp = 3

for (name, path, budget) in [("C plugin", arguments[1], "<= 1.5"), ("Swift plugin", arguments[2], "<= 1.3")] {
  let copies = try Copies(of: path, in: arguments[3], count: 2 * (rounds + warmUp))
  var providers: [PluginProvider] = []
  var comparison = Comparison(
    "load a \(name)", unit: .microseconds, rounds: rounds, warmUp: warmUp,
    [
      Candidate("dlopen, dlsym") {
        let handle = unsafe dlopen(copies.next(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE)
        guard unsafe dlsym(handle, "ack_provider_query") != nil else { fatalError("no ack_provider_query") }
      },
      // The provider is kept: ending its instance is no part of loading it.
      Candidate("ProviderLoader.load", budget: budget) { providers.append(try ProviderLoader().load(copies.next())) },
    ]
  )
  try await comparison.run()
}

for (name, path) in [("C plugins", arguments[1]), ("Swift plugins", arguments[2])] {
  let folder = "\(arguments[3])/1000 \(name)"
  guard unsafe mkdir(folder, 0o700) == 0 else { fatalError("cannot make \(folder)") }
  let copies = try Copies(of: path, in: folder, count: 1000)
  let searchPath = ProviderSearchPath([ProviderLocation(.given, folder)])
  var comparison = Comparison(
    "read the notes of 1000 \(name)", unit: .milliseconds, rounds: 21, warmUp: warmUp,
    [
      Candidate("open, read 4 KiB, close") {
        for copy in copies.all { try Copies.readHead(of: copy) }
      },
      // One id, so that 999 of them are shadowed: each of the notes is read and checked all the same.
      Candidate("ProviderListing", budget: "<= 15 ms") {
        guard ProviderListing(searchPath).candidates.count == 1000 else { fatalError("some are missing") }
      },
    ]
  )
  try await comparison.run()
}
