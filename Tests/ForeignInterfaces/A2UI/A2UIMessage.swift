/// The names of A2UI's messages, of the versions until 0.8 and from 0.9 on.
enum A2UIMessage {
  static let names = [
    "createSurface", "updateComponents", "updateDataModel", "deleteSurface", "surfaceUpdate", "dataModelUpdate",
    "beginRendering",
  ]
}
