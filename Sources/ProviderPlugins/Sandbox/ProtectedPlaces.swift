internal import AppControllerKit
internal import Glibc

/// A file or folder as the kernel knows it, whichever path leads to it.
struct PlaceIdentity: Hashable {
  private let device: UInt64
  private let number: UInt64

  private init(_ status: stat) { (device, number) = (UInt64(status.st_dev), UInt64(status.st_ino)) }

  /// `nil` when the system does not tell.
  init?(of number: Int32) {
    var status = stat()
    guard unsafe fstat(number, &status) == 0 else { return nil }
    self.init(status)
  }

  /// `nil` when there is nothing.
  init?(at path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  static func entry(at path: String) -> (PlaceIdentity, isLink: Bool)? {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return nil }
    return (PlaceIdentity(status), status.st_mode & S_IFMT == S_IFLNK)
  }

  /// The flag (`O_PATH`) with which a file is opened as a place only, which Swift does not import.
  static let only: Int32 = 0o10000000

  /// Returns an open folder and the folders above it, up to the root.
  static func chain(from folder: Int32) -> [PlaceIdentity] {
    var chain: [PlaceIdentity] = []
    var open = FileDescriptor(number: fcntl(folder, F_DUPFD_CLOEXEC, 0), path: ".")
    while let identity = PlaceIdentity(of: open.number), identity != chain.last {
      chain.append(identity)
      open = FileDescriptor(number: unsafe openat(open.number, "..", only | O_CLOEXEC), path: "..")
    }
    return chain
  }
}

/// The places that no permission gives a provider, by what they are: a link and a mount do not get around them.
///
/// A folder is refused when it is such a place, is in one, or has one in it, also one that is not there yet.
struct ProtectedPlaces {
  /// `nil` when the variable is not set.
  let variable: (String) -> String?
  let homes: [String]
  let privateFolders: [String]
  /// Programs, libraries and the folders that they are loaded from.
  let programs: [String]

  private struct Place {
    let reason: String
    let isSecret: Bool
    let paths: [String]
    var isOnlyWhole = false
  }

  // "~" is a home, and "*" any part of a name. Programs keep what they start with and what they run in the hidden
  // entries of a home, so none of these is for data.
  private static let table = [
    Place(reason: "it is of the kernel", isSecret: true, paths: DeclaredPermission.systemFolders),
    Place(
      reason: "keys, passwords or what other programs know of you are there", isSecret: true,
      paths: words(
        """
        ~/.ssh ~/.gnupg ~/.pki ~/.password-store ~/.netrc ~/.pgpass ~/.my.cnf ~/.git-credentials ~/.config/git
        ~/.docker ~/.kube ~/.aws ~/.azure ~/.oci ~/.terraform.d ~/.vault-token ~/.npmrc ~/.yarnrc* ~/.pypirc ~/.cargo
        ~/.gem ~/.m2 ~/.gradle ~/.nuget ~/.composer ~/.mozilla ~/.thunderbird ~/.var/app ~/snap ~/.Xauthority
        ~/.ICEauthority ~/.*_history ~/.local/share/keyrings ~/.local/share/kwalletd ~/.local/share/TelegramDesktop
        ~/.local/share/containers ~/.local/state/appcontroller ~/.config/appcontroller ~/.config/containers
        ~/.config/gcloud ~/.config/gh ~/.config/hub ~/.config/glab-cli ~/.config/doctl ~/.config/rclone ~/.config/sops
        ~/.config/google-chrome* ~/.config/chromium ~/.config/BraveSoftware ~/.config/microsoft-edge*
        ~/.config/vivaldi ~/.config/opera ~/.config/Signal ~/.config/Slack ~/.config/discord ~/.config/Bitwarden
        ~/.config/1Password ~/.config/keepassxc ~/.config/composer ~/.config/pulse ~/.age
        $XDG_RUNTIME_DIR/containers $XDG_RUNTIME_DIR/keyring $XDG_RUNTIME_DIR/gnupg $XDG_RUNTIME_DIR/gvfs
        $XDG_RUNTIME_DIR/doc $XDG_RUNTIME_DIR/.mutter-Xwaylandauth* $XDG_RUNTIME_DIR/systemd $XDG_RUNTIME_DIR/dbus-1
        $XDG_STATE_HOME/appcontroller $XDG_CONFIG_HOME/appcontroller /etc/shadow /etc/gshadow /etc/sudoers.d /etc/ssh /etc/ssl/private /etc/pki/tls/private /etc/wireguard
        /etc/NetworkManager /etc/letsencrypt /var/lib/sss /tmp/krb5cc* /tmp/ssh-* /tmp/.X11-unix /tmp/.ICE-unix
        /tmp/tmux-* /run/screen
        """)),
    Place(
      reason: "the system's programs and settings are there", isSecret: false,
      paths: words(
        """
        /bin /sbin /usr /lib* /etc /boot /efi /run /var/run /opt /snap /nix /gnu /var/lib /var/spool /var/cache /var/snap
        """)),
    Place(
      reason: "programs of yours start with what is there", isSecret: false,
      paths: words(
        """
        ~/.[!.]* ~/.config/* ~/.config/systemd/user ~/.local/* ~/.local/share/* ~/bin ~/Desktop
        $XDG_CONFIG_HOME $XDG_CACHE_HOME $XDG_STATE_HOME $XDG_DATA_HOME
        """)),
  ]

  private static func words(_ text: String) -> [String] { text.split(whereSeparator: \.isWhitespace).map(String.init) }

  private var places: [Place] {
    let loaded = ["PATH", "LD_LIBRARY_PATH"].compactMap(variable).flatMap { $0.split(separator: ":").map(String.init) }
    return [
      Place(reason: "it has everything", isSecret: true, paths: ["/"], isOnlyWhole: true),
      Place(reason: "it has all that the user has", isSecret: true, paths: homes, isOnlyWhole: true),
      Place(reason: "the app keeps its own files there", isSecret: true, paths: privateFolders),
      Place(reason: "programs or providers are loaded from there", isSecret: false, paths: programs + loaded),
    ] + Self.table
  }

  /// The reason is the end of a sentence; the path has every link resolved, and other folders may be mounted in it.
  func reason(against folder: Int32, _ path: String, isWritable: Bool) -> String? {
    let above = PlaceIdentity.chain(from: folder)
    let within = Set(above.prefix(1) + Self.mounts(below: path))
    for place in places where isWritable || place.isSecret {
      for path in place.paths.flatMap(expanded) {
        let way = Self.way(to: path)
        if !place.isOnlyWhole, let end = way.end, above.contains(end) { return place.reason }
        if !way.passed.isDisjoint(with: within) { return place.reason }
      }
    }
    return nil
  }

  /// No socket in the folder is given either.
  func reason(againstSocketIn folder: Int32) -> String? {
    let above = PlaceIdentity.chain(from: folder)
    for place in [places[2], Self.table[0]] {
      for path in place.paths where Self.way(to: path).end.map(above.contains) == true { return place.reason }
    }
    return nil
  }
}

// MARK: - Paths

extension ProtectedPlaces {
  /// A path that needs a variable that is not set stands for none.
  private func expanded(_ path: String) -> [String] {
    var paths = [path]
    if path.hasPrefix("~") { paths = homes.map { $0 + path.dropFirst() } }
    if path.hasPrefix("$") {
      let name = path.dropFirst().prefix { $0 != "/" }
      paths = variable(String(name)).map { [$0 + path.dropFirst(1 + name.count)] } ?? []
    }
    return paths.filter(\.isAbsolutePath).flatMap { Self.entries("/", $0.split(separator: "/").map(String.init)[...]) }
  }

  /// A part without a pattern need not be there.
  static func entries(_ folder: String, _ parts: ArraySlice<String>) -> [String] {
    guard let part = parts.first else { return [folder] }
    guard part.utf8.contains(UInt8(ascii: "*")) else {
      return entries(folder.appending(entry: part), parts.dropFirst())
    }
    let names = (try? FileSystem.openFolder(folder)?.entryNames(beginningWith: "")) ?? []
    return names.filter { unsafe fnmatch(part, $0, FNM_PERIOD) == 0 }.flatMap {
      entries(folder.appending(entry: $0), parts.dropFirst())
    }
  }

  /// Returns each folder that is passed, the entry at the end included, and that entry, if it is there.
  private static func way(to path: String) -> (passed: Set<PlaceIdentity>, end: PlaceIdentity?) {
    var (current, links) = ("", 0)
    guard let root = PlaceIdentity.entry(at: "/")?.0 else { return ([], nil) }
    var (passed, end): (Set, PlaceIdentity) = ([root], root)
    var rest = Array(path.split(separator: "/").reversed())
    while let part = rest.popLast() {
      if part == "." { continue }
      let next = part == ".." ? "\(current)/.." : "\(current)/\(part)"
      guard let (identity, isLink) = PlaceIdentity.entry(at: next) else { return (passed, nil) }
      if isLink {
        links += 1
        guard links <= 40, let target = target(of: next) else { return (passed, nil) }
        if target.isAbsolutePath { current = "" }
        rest += target.split(separator: "/").reversed()
      } else {
        (current, end) = (next, identity)
        passed.insert(identity)
      }
    }
    return (passed, end)
  }

  private static func target(of link: String) -> String? {
    var room = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink(link, &room, room.count)
    return count < 0 ? nil : String(validating: room[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static func mounts(below folder: String) -> [PlaceIdentity] {
    let list = LibrarySearch.readAll("/proc/thread-self/mountinfo", atMost: 16 << 20) ?? []
    return list.split(separator: UInt8(ascii: "\n")).compactMap { line in
      let fields = line.split(separator: UInt8(ascii: " "))
      guard fields.count > 4 else { return nil }
      // Spaces and the like are octal numbers.
      let path = String(decoding: fields[4], as: UTF8.self).split(separator: "\\", omittingEmptySubsequences: false)
      let point = path.dropFirst().reduce(String(path[0])) { text, part in
        text + (UInt8(part.prefix(3), radix: 8).map { String(UnicodeScalar($0)) } ?? "") + part.dropFirst(3)
      }
      guard point.utf8.starts(with: "\(folder)/".utf8) else { return nil }
      return PlaceIdentity.entry(at: point)?.0
    }
  }
}
