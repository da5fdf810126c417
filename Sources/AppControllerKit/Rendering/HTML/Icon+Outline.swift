extension HTMLPainter {
  /// Screen readers pass over the picture.
  mutating func emit(_ icon: Icon) {
    emit("<svg class=\"icon\" viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path d=\"")
    emit(icon.outline)
    emit("\"></path></svg>")
  }
}

extension Icon {
  /// On a square of 24 units.
  var outline: StaticString {
    switch self {
    case .add: "M12 5v14M5 12h14"
    case .back: "M19 12H5M12 5l-7 7 7 7"
    case .calendar: "M4 6h16v14H4zM4 10h16M8 3v4M16 3v4"
    case .call: "M5 4h4l2 5-3 2a12 12 0 0 0 5 5l2-3 5 2v4a2 2 0 0 1-2 2A16 16 0 0 1 3 6a2 2 0 0 1 2-2z"
    case .camera: "M4 8h4l2-3h4l2 3h4v11H4zM12 16a3 3 0 1 0 0-6 3 3 0 0 0 0 6z"
    case .cart: "M3 4h2l3 11h10l2-8H6M9 20h.01M17 20h.01"
    case .chat: "M4 5h16v11H10l-5 4v-4H4z"
    case .check: "M5 13l4 4L19 7"
    case .clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 3"
    case .close: "M6 6l12 12M18 6L6 18"
    case .copy: "M9 9h11v11H9zM5 15H4V4h11v1"
    case .delete: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13"
    case .document: "M6 3h9l4 4v14H6zM9 12h6M9 16h6"
    case .download: "M12 4v11M7 11l5 5 5-5M5 20h14"
    case .edit: "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3"
    case .error: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v6M12 17h.01"
    case .favorite: "M12 20S4 15 4 9a4 4 0 0 1 8-1 4 4 0 0 1 8 1c0 6-8 11-8 11z"
    case .file: "M6 3h9l4 4v14H6zM14 3v5h5"
    case .folder: "M3 6h7l2 2h9v11H3z"
    case .forward: "M5 12h14M12 5l7 7-7 7"
    case .help: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.5 9.5a2.5 2.5 0 1 1 3.5 2.5c-.8.4-1 .8-1 1.5M12 17h.01"
    case .home: "M4 11l8-7 8 7M6 10v10h12V10"
    case .info: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v6M12 7h.01"
    case .link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1"
    case .list: "M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01"
    case .location: "M12 21s-7-6-7-11a7 7 0 0 1 14 0c0 5-7 11-7 11zM12 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4z"
    case .lock: "M5 11h14v9H5zM8 11V8a4 4 0 0 1 8 0v3"
    case .mail: "M3 6h18v12H3zM3 7l9 6 9-6"
    case .menu: "M4 6h16M4 12h16M4 18h16"
    case .money: "M12 3v18M16 7h-6a2.5 2.5 0 0 0 0 5h4a2.5 2.5 0 0 1 0 5H8"
    case .music: "M9 18V5l10-2v13M9 18a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0zM19 16a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0z"
    case .next: "M5 5l10 7-10 7zM19 5v14"
    case .notification: "M6 17v-6a6 6 0 0 1 12 0v6l1 1H5zM10 21h4"
    case .pause: "M8 5v14M16 5v14"
    case .person: "M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21a8 8 0 0 1 16 0"
    case .photo: "M4 5h16v14H4zM4 17l5-5 4 4 3-3 4 4M15 9h.01"
    case .play: "M7 4l12 8-12 8z"
    case .previous: "M19 5L9 12l10 7zM5 5v14"
    case .search: "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l5 5"
    case .send: "M3 11l18-8-8 18-2-8z"
    case .settings:
      "M4 7h10M18 7h2M16 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM4 17h2M10 17h10M8 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4z"
    case .star: "M12 3l2.8 5.7 6.2.9-4.5 4.4 1 6.2-5.5-2.9-5.5 2.9 1-6.2L3 9.6l6.2-.9z"
    case .trend: "M3 17l6-6 4 4 8-8M15 7h6v6"
    case .warning: "M12 3l10 18H2zM12 9v6M12 18h.01"
    }
  }
}
