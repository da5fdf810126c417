extension ConformanceCheck {
  /// Every check, in the order in which results are listed.
  package static let all: [ConformanceCheck] =
    FileChecks.all + EntryChecks.all + InstanceChecks.all + TreeChecks.all
    + BehaviourChecks.all + FuzzChecks.all + ContractChecks.all + PendingChecks.all
}
