// What it costs to draw an interface, to check it, and to draw it again after a key.

try PeakMemory().measure()
try await Faces().measure()
try await KeyPresses().measure()
