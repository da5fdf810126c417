/// Waits until a condition holds that no event announces, while the main actor continues.
///
/// It also returns when the task is cancelled, for example because the test has reached its time limit.
@MainActor
package func reached(_ isSo: () -> Bool) async {
  while !isSo(), !Task.isCancelled { await Task.yield() }
}
