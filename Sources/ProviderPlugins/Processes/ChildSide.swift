internal import CSystem

/// What the program that runs as a child does at its start.
package enum ChildSide {
  /// Ties the child to the process that has started it, and lets it never have more privileges than it has now.
  ///
  /// The kernel ends the child when that process ends, however it does. When it has ended already, the child ends here.
  /// It has to be called first, from the main function.
  package static func prepare() { child_prepare() }
}
