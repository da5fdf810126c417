// Loads copies of a library: a library stays mapped, so every load is of a file that has not been loaded yet.
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
