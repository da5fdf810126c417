extension AppControllerError {
  /// ACK40xx: sessions, their store and the vaults of their secrets.
  static let sessionExplanations: [ErrorExplanation] = [
    ErrorExplanation(
      Code.storeFailed, "storeFailed", "The session store could not be read or written.",
      when: [
        """
        The disk is full or can only be read, this user has no right to the folder, or the folder's path leads \
        through a file.
        """,
        "Another process holds the lock for more than ten seconds.",
        "A newer version of the software wrote the record, or 999 damaged records were set aside already.",
      ],
      fix: """
        Do what the message says for the system's reason, or use another folder: `--state-dir DIR`. The stored \
        session is as it was before.
        """,
      example: "appctl status --state-dir ~/.local/state/appcontroller",
      more: ("Sessions.md", "What is found, and what happens")
    ),
    ErrorExplanation(
      Code.sessionConflict, "sessionConflict", "Another process changed the stored session in the meantime.",
      when: [
        """
        Others logged in or out at the same time, and were faster eight times in a row; or a program changed the store \
        on top of what it had loaded before. The message has both generations.
        """
      ],
      fix: "Load the session again, and decide from what it says now; on the command line, run the command again.",
      example: "appctl status", more: ("Sessions.md", "Generations")
    ),
    ErrorExplanation(
      Code.sessionSetAside, "sessionSetAside",
      "The stored session was damaged or another program's, and was set aside; nobody is logged in.",
      severity: .warning,
      when: [
        "The file is no JSON, lacks something, or belongs to another provider: something else wrote it, or copied it.",
        "The counter in the lock file was damaged, and was begun anew; then the session stays as it is.",
      ],
      fix: """
        Log in again. Nothing was deleted: look at the file with `.damaged-` in its name, find out who wrote it, and \
        delete it when nothing in it is needed.
        """,
      example: "appctl login", more: ("Sessions.md", "What is found, and what happens")
    ),
    ErrorExplanation(
      Code.storeUnsafe, "storeUnsafe", "A file or folder of the session store could be another user's work.",
      when: [
        "Its mode lets other users read or write it, as after a copy, a restore from a backup, or with a wide umask.",
        "It belongs to another user, as after running the program with `sudo`.",
        "It is a symbolic link, a folder in the place of a file, or a device.",
      ],
      fix: """
        Find out whether somebody else has read or changed it; log in again if so. Then run the `chmod` of the \
        message: 600 for a file, 700 for a folder. A link or a foreign file is to be moved away.
        """,
      example: "chmod 600 ~/.local/state/appcontroller/sessions/com.example.kitty.session.json",
      more: ("Sessions.md", "Who can read it")
    ),
    ErrorExplanation(
      Code.invalidSession, "invalidSession", "A session is not acceptable, so nobody is logged in with it.",
      when: [
        """
        The subject is empty, or something is over its limit: the secret over 16 KiB, over 64 attributes, 256 KiB as \
        a file.
        """,
        "A text has a control character, or one that changes the direction of text.",
        "The session has expired already: the clock of this machine, or of the one that issued it, is wrong.",
        "An update is for another subject than the one who is logged in.",
      ],
      fix: """
        Have the provider give what the message asks for, and keep the rest with the provider under the subject. For \
        another subject log in instead of updating.
        """,
      more: ("Sessions.md", "What a session is")
    ),

    ErrorExplanation(
      Code.vaultUnavailable, "vaultUnavailable", "A keyring cannot be reached on this machine, or not now.",
      when: [
        """
        `--store secret-service` needs `libsecret-1.so.0`, a D-Bus session and a keyring. A login over SSH, a \
        service or a container has none of them.
        """,
        "`--store keyring` needs the system calls `keyctl` and `add_key`, which most containers forbid.",
        "The stored session has its secret in such a keyring.",
      ],
      fix: """
        Install or start what the message names, or keep the secret elsewhere with `--store file`. `appctl logout \
        --force` ends a session whose keyring is gone for good.
        """,
      example: "appctl login --store file", more: ("Operating.md", "Where the secret is")
    ),
    ErrorExplanation(
      Code.vaultLocked, "vaultLocked", "A keyring is locked, and was not unlocked.",
      when: [
        "The question for its password was dismissed, or there is no desktop to ask on.",
        "The user logged in without a password, so that nothing unlocked the keyring.",
      ],
      fix: "Unlock the keyring and try again, or keep the secret elsewhere with `--store file`.",
      example: "gnome-keyring-daemon --unlock", more: ("Operating.md", "Where the secret is")
    ),
    ErrorExplanation(
      Code.vaultFailed, "vaultFailed", "A keyring failed at reading, writing or erasing a secret.",
      when: [
        "The user's quota of keys in the kernel is used up.",
        "The keyring answered with an error of its own, which is in the message.",
      ],
      fix: """
        Do what the message says for the reason, try again, or keep the secret elsewhere with `--store file`. The \
        former session stays as it was.
        """,
      example: "cat /proc/key-users", more: ("Operating.md", "Where the secret is")
    ),
    ErrorExplanation(
      Code.vaultTimedOut, "vaultTimedOut", "A keyring did not answer within half a minute.",
      when: ["It waits for somebody to unlock it, where nobody sees the question.", "The keyring's service hangs."],
      fix:
        "Unlock the keyring or restart its service, then try again; or keep the secret elsewhere with `--store file`.",
      example: "gnome-keyring-daemon --unlock", more: ("Operating.md", "Where the secret is")
    ),
    ErrorExplanation(
      Code.secretLost, "secretLost",
      "The secret of the stored session is no longer in its keyring; nobody is logged in.",
      severity: .warning,
      when: [
        "The machine was restarted, and the secret was in the kernel's keyring, which is in memory only.",
        "Somebody emptied the keyring or removed the entry.",
      ],
      fix: "Log in again. A secret in the desktop's keyring or in the file lasts over a restart.",
      example: "appctl login --store secret-service", more: ("Operating.md", "Where the secret is")
    ),
    ErrorExplanation(
      Code.unknownVault, "unknownVault",
      "The secret of the stored session is in a keyring that this program does not have.",
      when: [
        "Another program stored the session in the same folder with a vault of its own.",
        "The app was built without the vault that an earlier version of it used.",
      ],
      fix: """
        Give the store that vault, or use the program that stored the session. Otherwise erase the session with \
        `appctl logout --force` and log in again.
        """,
      example: "appctl logout --force", more: ("Sessions.md", "A vault of your own")
    ),
    ErrorExplanation(
      Code.secretLeftBehind, "secretLeftBehind",
      "The secret of a session that has ended could not be removed from its keyring yet.",
      severity: .warning,
      when: ["The keyring was out of reach or locked at the logout. The logout itself is done and lasts."],
      fix: """
        Make the keyring reachable again, as the message says; the next login or logout of this provider erases the \
        secret.
        """,
      example: "appctl logout", more: ("Operating.md", "Where the secret is")
    ),
  ]
}
