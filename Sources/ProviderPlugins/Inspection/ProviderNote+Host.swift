internal import AppControllerJSON
import AppControllerKit
internal import ProviderABI

extension ProviderNote {
  /// `nil` when the host can use the provider.
  package func incompatibility(with host: ABIRange, path: String) -> PluginError? {
    guard abi.overlaps(host) else {
      let isNewer = abi.majors.lowerBound > host.majors.upperBound
      return PluginError(
        .incompatibleABI, what: "\(path) speaks provider ABI \(abi); this host speaks \(host)",
        why: "its note says so, and it was built for \(isNewer ? "a newer" : "an older") host",
        fix: "install a build of the provider for ABI \(host), or another version of this host"
      )
    }
    // Before the settings, because a newer host may know their types.
    let missing = requirements.filter { !HostFeature.isKnown($0) }
    if !missing.isEmpty {
      return PluginError(
        .requirementUnmet, what: "\(path) requires \(missing.joined(separator: ", ")), which this host does not have",
        why: "its note says so, and none of its code was run",
        fix: "update this host, or install an older version of the provider"
      )
    }
    for setting in settings {
      guard case .unknown(let type) = setting.kind else { continue }
      return PluginError(
        .unknownSettingType,
        what: "\(path) has the setting \(setting.name) of the type \(ExactName(text: type).shown.debugDescription)",
        why: "a value is checked before the provider gets it, and this host does not know how to check that type",
        fix: "update the host, or use an older version of the provider; the types here are "
          + ProviderSetting.Kind.names.joined(separator: ", ")
      )
    }
    return nil
  }
}
