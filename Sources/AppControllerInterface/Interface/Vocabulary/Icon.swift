/// A small picture beside a text or a label, which gives the whole meaning without the picture.
public enum Icon: String, Sendable, Hashable, CaseIterable {
  case add, back, calendar, call, camera, cart, chat, check, clock, close, copy, delete, document, download, edit, error
  case favorite, file, folder, forward, help, home, info, link, list, location, lock, mail, menu, money, music, next
  case notification, pause, person, photo, play, previous, search, send, settings, star, trend, warning
}
