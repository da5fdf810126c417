/// What keeps a file from being read as ELF, before it is told with the file's path and a code.
///
/// The files of libraries that a provider needs are read, too, and theirs is no failure of the provider's own file.
enum ELFFault: Error, Equatable {
  /// The file ends before something that it says to have.
  case truncated(what: String, end: UInt64, size: Int)
  /// The file has become shorter while it was read.
  case shortened
  /// It is a program, which has the type of a library.
  case isProgram
  /// Something in it contradicts the format, or another part of it.
  case damaged(String)
  /// The system failed to read it.
  case unreadable(Int32)
}
