// What describing an interface costs a node, in process and over the ABI.
import Plugins

try await Descriptions(TreePlugins()).measure()
