/// Waits until something is so that the code has to come to and that nothing tells of; the main actor goes on meanwhile.
///
/// It ends as well when the task is cancelled, as that of a test whose time is over.
@MainActor
package func reached(_ isSo: () -> Bool) async {
  while !isSo(), !Task.isCancelled { await Task.yield() }
}
