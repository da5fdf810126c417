internal import AppControllerKit
internal import CSystem
internal import Synchronization

/// A child process that is watched by a thread of its own from its start to its end.
///
/// It starts in a session of its own, with a clean environment, `/dev/null` to read, two pipes to write on and a socket
/// to the app as file 3. Nothing else is open in it. When the last reference to this object goes, the child is killed
/// and reaped; when the app ends in any way, the child does too, if it has called ``ChildSide/prepare()``.
package final class ChildProcess: Sendable {
  private let child: RunningChild

  /// Starts a child.
  ///
  /// It blocks the calling thread until the program has been started, which is a matter of a millisecond.
  ///
  /// - Parameters:
  ///   - program: What is run.
  ///   - handlers: Who is told what happens.
  /// - Throws: `childNotStarted`.
  package init(_ program: Program, _ handlers: Handlers) throws(PluginError) {
    child = try ChildWatch.start(program, handlers)
  }

  deinit { child.kill() }

  /// The number of the app's end of the socket: a stream, closed in other programs that the app runs.
  ///
  /// It does not block, unless whoever has made this object changes that. It stays open as long as this object lives, so
  /// that what the child wrote before its end can be read after it.
  package var socket: Int32 { child.socket.number }

  /// The child's number, which another process may have after the end of this one.
  package var identifier: Int32 { child.identifier }

  /// What it wrote last on either stream: at most 4 KiB, made displayable.
  package var lastWords: String { child.lastWords.withLock { $0.text } }

  /// Asks for one call of `readable` when something can be read from the socket, or its other end is closed.
  ///
  /// Any thread may call it, as often as it likes. After the end of the child nothing comes of it.
  package func arm() { child.queue.arm(child.socket.number, as: .socket) }

  /// Takes ``arm()`` back; a call that has begun, or is about to, is not stopped.
  package func disarm() { child.queue.remove(child.socket.number) }

  /// Kills the child and what it has started in its process group.
  ///
  /// Any thread may call it at any time; when they are gone it does nothing.
  package func kill() { child.kill() }
}
