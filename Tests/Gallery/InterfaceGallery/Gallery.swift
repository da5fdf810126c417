public import AppControllerKit

/// The interfaces that most apps have, written with the elements.
///
/// Each has a twin in `gallery.json` and one in `gallery.c` that describe exactly the same, and the tests compare them.
public enum Gallery: Sendable {
  /// Every interface, in the order of the document that shows them.
  public static let screens = [
    GalleryScreen(splash, "What is shown until the first interface is known."),
    GalleryScreen(login, "A form whose button waits for its fields, and a way out that needs no valid input."),
    GalleryScreen(feed, "Images with what they show, in a grid, behind a tab bar. One is still loading."),
    GalleryScreen(profile, "Who is signed in, and a button that the host itself answers."),
    GalleryScreen(products, "A list whose items all send the same action, each with its own payload."),
    GalleryScreen(product, "What the provider pushes when an item of the list is chosen."),
    GalleryScreen(orders, "A table whose rows can be chosen, and two charts."),
    GalleryScreen(recovery, "A secret that is shown when the user asks for it, and to nobody else."),
    GalleryScreen(tabBar, "Two tabs, each with a navigation stack of its own, and a badge."),
    GalleryScreen(greeter, "A login that asks in rounds, at the size limits of PAM: 32 messages of 512 bytes."),
    GalleryScreen(deviceCode, "OAuth for a device without a browser: a page, a code, and a wait that ends."),
    GalleryScreen(oneTimeCode, "The second factor: one field for the whole code, and another code on request."),
    GalleryScreen(formError, "A form that came back: the message first, the focus on the first field to mend."),
    GalleryScreen(loading, "Waiting for an answer: what was typed stays, nothing can be sent twice."),
    GalleryScreen(sheet, "A layer above a screen that asks once more. The focus is on what does no harm."),
    GalleryScreen(
      booking, "A day, a time, a number, several lines, what opens, what depends on a toggle, and a question before."),
  ]

  /// The interface with a name; `nil` when there is none.
  public static func interface(named name: String) -> InterfaceDescription? {
    screens.first { $0.name == name }?.interface
  }
}
