internal import AppControllerKit

extension JSONValue {
  /// A provider without code, as the storyboard that it is.
  init(_ provider: StoryboardProvider) {
    let storyboard = provider.storyboard
    let interfaces = storyboard.interfaceNames.compactMap { name in
      storyboard.interface(named: name).map { Member(name, JSONValue($0)) }
    }
    self = .members([
      "storyboard": .members(["id": .string(storyboard.id), "interfaces": .object(interfaces)]),
      "loggedOut": .string(provider.loggedOutInterfaceID), "loggedIn": .string(provider.loggedInInterfaceID),
    ])
  }
}

extension RecordedObject {
  /// A provider of a recorded storyboard.
  func storyboardProvider() throws(RecordingFault) -> StoryboardProvider {
    var writer = JSONWriter()
    writer.write(self["storyboard"] ?? .null)
    do throws(AppControllerError) {
      return try StoryboardProvider(
        storyboard: Storyboard(json: writer.bytes), loggedOutInterfaceID: readText("loggedOut"),
        loggedInInterfaceID: readText("loggedIn"))
    } catch {
      throw fault("storyboard", "read back: \(error.what)")
    }
  }

  private func readText(_ member: String) -> String { self[member]?.stringValue ?? "" }
}
