import AppControllerKit

// The way in: what is shown before anybody is signed in.
extension Gallery {
  static let splash = InterfaceDescription("splash", language: "en") {
    Screen("splash-screen", title: "Kitty") {
      VStack {
        Text("🐱 Kitty", style: .title)
        ProgressView("Starting")
      }
    }
    .busy()
  }

  static let login = InterfaceDescription(
    "login", language: "en", fallbackText: "This version of Kitty is too old to sign in. Please update it."
  ) {
    Screen("login-screen", title: "Welcome to Kitty", initialFocus: "email", primaryAction: "sign-in") {
      Banner(.error, "The email address or the password is not right.").hidden()
      Group("Sign in", style: .form) {
        TextField("email", "Email", content: .email, placeholder: "kitty@example.com")
          .required("Enter your email address")
          .rule(.email, "This is not an email address")
        SecureField("password", "Password")
          .required("Enter your password")
        Button("sign-in", "Sign in", style: .primary, action: Action("sign-in", sends: ["email", "password"]))
          .enabled(when: .filled("email", "password"))
      }
      Button(
        "forgot-password", "Forgot password?",
        action: Action("forgot-password", sends: ["email"], validates: false)
      )
    }
  }

  static let deviceCode = InterfaceDescription("device-code", language: "en") {
    Screen("device-code-screen", title: "Sign in on another device") {
      Text("On your phone or computer, open this page:")
      Link("verification-page", "example.com/device", url: "https://example.com/device")
      Text("Then enter this code:")
      Code("WDJB-MJHT", label: "Code", qrCode: "https://example.com/device?code=WDJB-MJHT")
      Button("copy-code", "Copy code", action: .host(.copy, payload: ["text": "WDJB-MJHT"]))
      ProgressView("Waiting for you to sign in there", deadline: 900).live(.polite)
      Button("cancel", "Cancel", style: .cancel, action: Action("cancel", validates: false))
    }
  }

  static let oneTimeCode = InterfaceDescription("one-time-code", language: "en") {
    Screen("one-time-code-screen", title: "Confirm that it is you", initialFocus: "code", primaryAction: "verify") {
      Text("We sent a code to the phone number that ends in 42.")
      Group("Code", style: .form) {
        SecureField("code", "Code", content: .oneTimeCode)
          .required("Enter the code from the message")
          .rule(.digits, "A code has digits only")
          .length(min: 6, max: 8, "A code has 6 to 8 digits")
          .hint("6 to 8 digits. You can paste it.")
        Button("verify", "Verify", style: .primary, action: Action("verify", sends: ["code"]))
          .enabled(when: .filled("code"))
      }
      ProgressView("Until the code expires", deadline: 300)
      Button("resend", "Send another code", action: Action("resend", validates: false, deadline: 60))
    }
  }

  static let formError = InterfaceDescription("form-error", language: "en") {
    Screen("sign-up-screen", title: "Create an account", initialFocus: "email", primaryAction: "create") {
      Banner(.error, "The account was not created. Please look at the email address and the password again.")
        .live(.assertive)
      Group("Your account", style: .form) {
        TextField("name", "Name", value: "Ada Kowalska").required("Enter your name")
        TextField("email", "Email", content: .email, value: "ada@example")
          .required("Enter your email address")
          .rule(.email)
          .hint("Mail to this address came back. Did you mean ada@example.com?")
        SecureField("new-password", "New password", content: .newPassword)
          .required("Choose a password")
          .length(min: 12, "Use at least 12 characters")
          .hint("The last one was found in a list of stolen passwords. Choose another.")
        SecureField("repeat", "Repeat the password", content: .newPassword)
          .rule(.sameAs("new-password"), "The two passwords differ")
        Toggle("terms", "I accept the terms of use", isOn: true).required("Accept the terms to go on")
        Button(
          "create", "Create account", style: .primary,
          action: Action("create", sends: ["name", "email", "new-password", "repeat", "terms"])
        )
        .enabled(when: .all([.filled("name", "email", "new-password", "repeat"), .checked("terms")]))
      }
    }
  }
}
