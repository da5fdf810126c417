import AppControllerKit

// A form that asks for more than words.
extension Gallery {
  static let booking = InterfaceDescription("booking", language: "en", requires: ["button": 2, "field": 2]) {
    Screen("booking-screen", title: "Book a table", initialFocus: "day", primaryAction: "book") {
      HStack {
        TextField("day", "Day", content: .date, value: "2026-05-12")
          .range(min: "2026-05-01", max: "2026-12-31", "We take bookings until December")
          .required()
          .weight(3)
        TextField("hour", "Time", content: .time, value: "19:30").range(min: "17:00", max: "22:00").weight(2)
      }
      TextField("guests", "Guests", content: .number, value: "2").range(min: "1", max: "9", step: "1")
      Picker(
        "seat", "Where", options: [.init("inside", label: "Inside"), .init("garden", label: "In the garden")],
        selection: ["inside"]
      )
      .labelHidden()
      Toggle("allergic", "Somebody has an allergy")
      TextField("allergies", "Allergies", value: "Nuts\nMilk", lines: 3).visible(when: .checked("allergic"))
      DisclosureGroup("more", "More about you") {
        TextField("called", "Name for the table")
        Text("We keep it until the evening is over.", style: .caption).icon(.lock)
      }
      Button(
        "book", "Book", style: .primary,
        action: Action("book", sends: ["day", "hour", "guests", "seat", "allergic", "allergies", "called"])
      )
      .icon(.calendar)
      Button(
        "cancel", "Cancel the booking", style: .destructive,
        action: Action("booking.cancel").confirmed(
          "Cancel the booking?", text: "Your table goes to somebody else.", label: "Cancel it")
      )
      .icon(.delete)
    }
  }
}
