// Measures the cost of loading a plugin, and of listing the installed plugins.

try LoadServer.runIfRequested()

let arguments = CommandLine.arguments
guard arguments.count == 2 else { fatalError("usage: LoadBenchmark SCRATCH-FOLDER") }

try await Loads(scratch: arguments[1]).measure()
try await Scans(scratch: arguments[1]).measure()
