internal import AppControllerKit

extension PluginError {
  /// ACK2027 to ACK2037: the note, and whether the file can be trusted.
  static let noteExplanations: [ErrorExplanation] = [
    ErrorExplanation(
      Code.noNote, "noNote", "The library has no note of a provider.",
      when: [
        "The path is that of another library.",
        "The provider has no `ACK_PROVIDER_NOTE`, or a Swift target does not use the plugin that makes the note.",
        "A linker script or `objcopy` removed the section `.note.appcontroller`.",
      ],
      fix: """
        Name a provider's library. If it is one, write the note with `ACK_PROVIDER_NOTE` of \
        `appcontroller_provider.h`, once in one source file; a Swift target names the plugin `ProviderNote`, which makes \
        it from `provider.json`.
        """,
      example: #"ACK_PROVIDER_NOTE("com.example.kitty", "Kitty", "1.0.0", "Example Ltd.");"#,
      more: ("ProviderABI.md", "2. The entry")
    ),
    ErrorExplanation(
      Code.twoNotes, "twoNotes", "The library has more than one note of a provider.",
      when: [
        "Two providers are linked into one library.",
        "`ACK_PROVIDER_NOTE` stands in a header, and so in every source file that includes it.",
      ],
      fix: "Link one provider into a library, and write `ACK_PROVIDER_NOTE` in one of its source files only.",
      example: "readelf --notes libKitty.so"
    ),
    ErrorExplanation(
      Code.truncatedNote, "truncatedNote", "The note, or one before it, is cut off.",
      when: ["A size in a note is larger than what follows it: it was written by hand, or edited afterwards."],
      fix: "Write the note with `ACK_PROVIDER_NOTE` of `appcontroller_provider.h`, which counts the sizes.",
      example: "readelf --notes libKitty.so"
    ),
    ErrorExplanation(
      Code.wrongNoteType, "wrongNoteType", "The note has another type.",
      when: ["It was written by hand with another number, or for a form of the note that this host does not know."],
      fix: "Write the note with `ACK_PROVIDER_NOTE` of `appcontroller_provider.h`, or use a newer host.",
      example: "readelf --notes libKitty.so"
    ),
    ErrorExplanation(
      Code.badNote, "badNote", "What the note says is not well made.",
      when: [
        "The JSON in it is not well formed, or lacks the id, the name, the version or the vendor.",
        "The range of ABI versions is empty, or the id has other characters than `[A-Za-z0-9._-]`.",
      ],
      fix: "Write the note with `ACK_PROVIDER_NOTE` of `appcontroller_provider.h`, with all four texts.",
      example: #"ACK_PROVIDER_NOTE("com.example.kitty", "Kitty", "1.0.0", "Example Ltd.");"#
    ),

    ErrorExplanation(
      Code.writableFile, "writableFile", "Other users may write the file.",
      when: [
        "The umask was 000 or 002 when it was built or copied, and the group has other users in it.",
        "A group that has its owner as the only member is no reason.",
      ],
      fix: """
        Find out whether somebody has changed the file; install it again if you cannot tell. Then take the right away \
        with the `chmod` of the message.
        """,
      example: "chmod go-w libKitty.so", more: ("Security.md", "A hostile provider")
    ),
    ErrorExplanation(
      Code.writableFolder, "writableFolder", "Other users may write a folder that the file lies in.",
      when: [
        """
        Whoever may write a folder can put another file in the place of the library. A folder with the sticky bit, \
        such as `/tmp`, is no reason.
        """
      ],
      fix: """
        Find out whether somebody has changed what is in the folder, then take the right away with the `chmod` of the \
        message; or install the provider in a folder of your own.
        """,
      example: "chmod go-w /opt/kitty", more: ("Security.md", "A hostile provider")
    ),
    ErrorExplanation(
      Code.foreignOwner, "foreignOwner", "The file, or a folder that it lies in, belongs to another user.",
      when: [
        "Somebody else built or copied it; only root and the user that runs the host are trusted.",
        "An archive was unpacked with the owners of another machine, or a container maps users otherwise.",
      ],
      fix: "Install the provider as this user or as root, in a folder that belongs to one of them.",
      example: "install -D -m 644 libKitty.so ~/.local/share/appcontroller/providers/libKitty.so"
    ),
    ErrorExplanation(
      Code.changedFile, "changedFile", "The file was changed while it was looked at.",
      when: [
        "A build or an update wrote it just now.",
        "Somebody exchanged it between the check and the loading, to have other code run.",
      ],
      fix: "Try again when nobody writes it; if nobody should, find out who did.",
      example: "ls -l --time-style=full-iso libKitty.so"
    ),
    ErrorExplanation(
      Code.contradictedNote, "contradictedNote", "The library's answer to the query is not what its note says.",
      when: [
        "The id or the version was changed in the code and not in the note, or the reverse. The message has both.",
        "The note belongs to another library, or was written to pass for another provider.",
      ],
      fix: """
        Say the same in both: make both from one place, as the plugin `ProviderNote` does from `provider.json`. A \
        provider that is not yours and does this is not to be trusted.
        """,
      example: "appctl inspect libKitty.so"
    ),
    ErrorExplanation(
      Code.pinMismatch, "pinMismatch", "The file's digest is not the pinned one.",
      when: [
        "The provider was updated or built again since it was pinned.",
        "Somebody changed the file. The message has both digests, and when each was seen.",
        "`--pin` was given the digest of another file, or with a mistake.",
      ],
      fix: """
        Find out why the file has changed: compare it with the digest that its vendor gives. If the change is meant, \
        pin it anew with `appctl providers --pin ID`; otherwise install the pinned version again.
        """,
      example: "sha256sum libKitty.so\nappctl providers --pin com.example.kitty"
    ),
    ErrorExplanation(
      Code.unknownProvider, "unknownProvider", "No provider of the id is found.",
      when: [
        "The id is misspelt, or its library is not in a folder where providers are looked for.",
        "A library of the id is there and is refused; the message says why.",
        "The program runs with elevated privileges, and the folders of the user are not looked at.",
      ],
      fix: """
        Run `appctl providers --explain`, which lists every folder, every file in it, and why one is refused. Install \
        the library in one of these folders, or name it by its path.
        """,
      example: "appctl providers --explain"
    ),
  ]
}
