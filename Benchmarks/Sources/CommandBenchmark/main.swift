// Measures the cost of a command of appctl, from its start to its end.

let arguments = CommandLine.arguments
guard arguments.count == 2 else { fatalError("usage: CommandBenchmark SCRATCH-FOLDER") }

try await Commands(scratch: arguments[1]).measure()
