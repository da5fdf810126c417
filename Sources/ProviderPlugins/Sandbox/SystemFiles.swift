/// What of the system every provider may read.
///
/// What a system does not have is passed over. Of the folders of certificates only the public parts are here, because
/// private keys lie beside them.
enum SystemFiles {
  /// Libraries, certificates, the names of hosts and users, times, and what the process and the machine are.
  static let readable = [
    "/usr", "/lib", "/lib32", "/lib64", "/libx32", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d",
    "/etc/ssl/certs", "/etc/ssl/cert.pem", "/etc/ssl/openssl.cnf", "/etc/pki/tls/certs", "/etc/pki/tls/cert.pem",
    "/etc/pki/tls/openssl.cnf", "/etc/pki/ca-trust", "/etc/ca-certificates", "/etc/crypto-policies",
    "/etc/resolv.conf", "/etc/hosts", "/etc/host.conf", "/etc/nsswitch.conf", "/etc/gai.conf", "/etc/protocols",
    "/etc/services", "/run/systemd/resolve", "/etc/localtime", "/etc/timezone", "/etc/passwd", "/etc/group",
    "/etc/locale.alias", "/sys/devices/system/cpu", "/sys/fs/cgroup",
    // All of it: libdispatch, on which Swift's concurrency stands, reads /proc/TID/stat of threads that are started later.
    // Of other processes it shows what everybody may see, for Landlock keeps the rest as it keeps them from being traced.
    "/proc",
  ]

  /// Devices that hold nothing; they can be written, too.
  ///
  /// Not `/dev/zero`: mapped and shared, it is memory that no limit counts.
  static let devices = ["/dev/null", "/dev/full", "/dev/random", "/dev/urandom"]
}
