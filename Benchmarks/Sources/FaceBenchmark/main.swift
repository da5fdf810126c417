// Measures the cost of drawing an interface, of validating it, and of drawing it again after a key.

try PeakMemory().measure()
try await Faces().measure()
try await KeyPresses().measure()
