import AppControllerKit

// In between: waiting, and being asked once more.
extension Gallery {
  static let loading = InterfaceDescription("loading", language: "en") {
    Screen("edit-screen", title: "Edit profile") {
      ProgressView("Saving your profile").live(.polite)
      Group("Profile", style: .form) {
        TextField("name", "Name", value: "Ada Kowalska").required("Enter your name")
        Picker(
          "language", "Language",
          options: [.init("en", label: "English"), .init("pl", label: "Polski"), .init("ar", label: "العربية")],
          selection: ["pl"]
        )
        Toggle("newsletter", "Send me the newsletter", isOn: true)
        Button(
          "save", "Save", style: .primary,
          action: Action("profile.save", sends: ["name", "language", "newsletter"], deadline: 120)
        )
        .disabled()
      }
      Button("cancel", "Cancel", style: .cancel, action: Action("profile.cancel", validates: false))
    }
    .busy()
  }

  static let sheet = InterfaceDescription("sheet", language: "en") {
    Screen("photo-screen", title: "Mittens") {
      Image("https://example.com/kittens/mittens.jpg", alternative: "A grey tabby asleep in a shoe box")
      Button("delete", "Delete photo", style: .destructive, action: "photo.delete")
    }
    .sheet {
      Screen("delete-sheet", title: "Delete this photo?", initialFocus: "keep") {
        Text("It is removed from all of your devices. This cannot be undone.")
        Button(
          "confirm", "Delete", style: .destructive,
          action: Action("photo.delete.confirm", payload: ["photoId": "mittens"])
        )
        Button("keep", "Keep", style: .cancel, action: .host(.dismiss))
      }
    }
  }
}
