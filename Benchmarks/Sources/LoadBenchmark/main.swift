// What loading a plugin costs, and what it costs to know what there is.

try LoadServer.runIfRequested()

let arguments = CommandLine.arguments
guard arguments.count == 2 else { fatalError("usage: LoadBenchmark SCRATCH-FOLDER") }

try await Loads(scratch: arguments[1]).measure()
try await Scans(scratch: arguments[1]).measure()
