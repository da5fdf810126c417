// The table of system calls. A call that is not in it fails with ENOSYS, like a call that is newer than the kernel. A
// refused call fails with EPERM, or with another error that programs expect and handle.

#define _GNU_SOURCE

#include "sandbox.h"
#include "sandbox_calls.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/sockios.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>

// MARK: - Arguments

enum {
  clone_spaces = 0x7E020000,  // every CLONE_NEW… but that of time, which clone does not take
  shared_by_threads = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD,
  close_on_exec = 4,          // CLOSE_RANGE_CLOEXEC
  kind_of_mapping = 0xF,
  kind_of_socket = 0xF,
  netlink_route = 0,
  level_netlink = 270,
  ioprio_process = 1,
  name_memory = 0x53564D41,  // PR_SET_VMA, with which the C library names its heaps
  makes_file = O_CREAT | (O_TMPFILE & ~O_DIRECTORY),
  set_id = S_ISUID | S_ISGID,
};

#define COUNT(...) (sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))
#define MASKED(argument, mask, ...) \
  { argument, COUNT(__VA_ARGS__), mask, { __VA_ARGS__ } }
#define ONE_OF(argument, ...) MASKED(argument, UINT32_MAX, __VA_ARGS__)

// A thread with descriptors of its own would have a limit of open files of its own, too.
static const struct argument_rule threads = {
    "a thread that shares memory, files and folder with the others, in no name space of its own", 1,
    {{2, {MASKED(0, clone_spaces, 0), MASKED(0, shared_by_threads, shared_by_threads)}}}};
static const struct argument_rule closing = {"not `CLOSE_RANGE_UNSHARE`", 1, {{1, {ONE_OF(2, 0, close_on_exec)}}}};
static const struct argument_rule itself = {"to itself", 1, {{1, {ONE_OF(0, own_process)}}}};
static const struct argument_rule itself_or_zero = {
    "itself, or 0, which means itself or its group", 1, {{1, {ONE_OF(0, own_process, 0)}}}};
static const struct argument_rule own_priority = {
    "its own", 1, {{2, {ONE_OF(0, PRIO_PROCESS), ONE_OF(1, 0)}}}};
static const struct argument_rule own_io_priority = {
    "its own", 1, {{2, {ONE_OF(0, ioprio_process), ONE_OF(1, 0)}}}};

// A stack that grows by itself and shared memory do not count as data of the process, so no limit applies to them.
static const struct argument_rule mappings = {
    "private memory, which the limit counts, and files; no stack that grows, no shared memory without a file", 2,
    {{1, {MASKED(3, kind_of_mapping | MAP_GROWSDOWN, MAP_PRIVATE)}},
     {1, {MASKED(3, MAP_ANONYMOUS | MAP_GROWSDOWN, 0)}}}};

#define NEW_FILES(flags, mode) \
  "no new file with a set-user-ID or set-group-ID bit", 2, {{1, {MASKED(flags, makes_file, 0)}}, {1, {MASKED(mode, set_id, 0)}}}
static const struct argument_rule opening = {NEW_FILES(1, 2)};
static const struct argument_rule opening_at = {NEW_FILES(2, 3)};
static const struct argument_rule creating = {
    "no file with a set-user-ID or set-group-ID bit", 1, {{1, {MASKED(1, set_id, 0)}}}};

// Local sockets lead to the agents and buses of the user. getaddrinfo asks for the kernel's routes. Other protocols of
// the internet, such as MPTCP, could bypass rules about ports. Without the permission no socket can be made.
static const struct argument_rule sockets = {
    "with the permission `network`: TCP, and unless it is for some ports only, UDP and the kernel's routes", 3,
    {{3, {ONE_OF(0, AF_INET, AF_INET6), MASKED(1, kind_of_socket, SOCK_STREAM), ONE_OF(2, 0, IPPROTO_TCP)}, sandbox_tcp},
     {3,
      {ONE_OF(0, AF_INET, AF_INET6), MASKED(1, kind_of_socket, SOCK_DGRAM), ONE_OF(2, 0, IPPROTO_UDP)},
      sandbox_network},
     {2, {ONE_OF(0, AF_NETLINK), ONE_OF(2, netlink_route)}, sandbox_network}}};
// Landlock's rule for some ports is about connecting.
static const struct argument_rule serving = {
    "with the permission `network`, unless it is for some ports only", 1, {{0, {}, sandbox_network}}};
// A pair of datagram sockets is not confined to its ends: each datagram can have another address.
static const struct argument_rule pairs = {
    "local streams and packets", 1,
    {{2, {ONE_OF(0, AF_UNIX), MASKED(1, kind_of_socket, SOCK_STREAM, SOCK_SEQPACKET)}}}};

// A message with MSG_FASTOPEN connects by itself, and no rule about connecting applies to it. The flags of a message are
// an argument of each of these calls; those within the message are ignored when it is sent.
#define NO_FAST_OPEN(flags) "no TCP fast open, which connects unseen", 1, {{1, {MASKED(flags, MSG_FASTOPEN, 0)}}}
static const struct argument_rule sending_to = {NO_FAST_OPEN(3)};
static const struct argument_rule sending_message = {NO_FAST_OPEN(2)};
static const struct argument_rule sending_messages = {NO_FAST_OPEN(3)};
// Of TCP only these, because TCP_ULP makes a socket of another protocol, such as SMC, out of one of TCP.
static const struct argument_rule socket_options = {
    "those of sockets, IP, UDP and routes, and of TCP its times, sizes and delays", 2,
    {{1, {ONE_OF(1, SOL_SOCKET, IPPROTO_IP, IPPROTO_IPV6, IPPROTO_UDP, level_netlink)}},
     {2,
      {ONE_OF(1, IPPROTO_TCP),
       ONE_OF(
           2, TCP_NODELAY, TCP_MAXSEG, TCP_CORK, TCP_KEEPIDLE, TCP_KEEPINTVL, TCP_KEEPCNT, TCP_SYNCNT, TCP_LINGER2,
           TCP_DEFER_ACCEPT, TCP_WINDOW_CLAMP, TCP_QUICKACK, TCP_CONGESTION, TCP_USER_TIMEOUT, TCP_TIMESTAMP,
           TCP_NOTSENT_LOWAT)}}}};

// Not allowed: owners of files, to whom the kernel sends signals; leases, which block others; larger pipes.
static const struct argument_rule file_controls = {
    "copies, flags and locks", 1,
    {{1,
      {ONE_OF(
          1, F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_GETLK, F_SETLK, F_SETLKW, F_OFD_GETLK,
          F_OFD_SETLK, F_OFD_SETLKW, F_GETPIPE_SZ, F_GET_SEALS)}}}};
// Not allowed: flags, versions, verity and encryption of a file; input of a terminal.
static const struct argument_rule device_controls = {
    "what is there to read, whether it waits, what a terminal is like, and interfaces of the network", 1,
    {{1,
      {ONE_OF(
          1, FIONREAD, FIONBIO, FIOCLEX, FIONCLEX, TCGETS, TIOCGWINSZ, TIOCGPGRP, TIOCOUTQ, SIOCATMARK, SIOCGIFNAME,
          SIOCGIFCONF, SIOCGIFFLAGS, SIOCGIFADDR, SIOCGIFBRDADDR, SIOCGIFNETMASK, SIOCGIFMTU, SIOCGIFHWADDR,
          SIOCGIFINDEX)}}}};
// Not allowed: the binding to the app's life, the permission to trace the process, and the layout of its memory.
static const struct argument_rule process_controls = {
    "names, and what is asked", 1,
    {{1,
      {ONE_OF(
          0, PR_SET_NAME, PR_GET_NAME, name_memory, PR_GET_DUMPABLE, PR_GET_PDEATHSIG, PR_GET_KEEPCAPS,
          PR_GET_SECCOMP, PR_CAPBSET_READ, PR_GET_SECUREBITS, PR_GET_TIMERSLACK, PR_SET_TIMERSLACK,
          PR_SET_NO_NEW_PRIVS, PR_GET_NO_NEW_PRIVS, PR_GET_THP_DISABLE)}}}};
static const struct argument_rule asks = {"only asks", 1, {{1, {ONE_OF(0, UINT32_MAX)}}}};

// MARK: - The table

#define ALLOW(name) {#name, SYS_##name, 0, NULL}
#define RULE(name, rule) {#name, SYS_##name, EPERM, &rule}
#define RULE_OR(name, rule, error) {#name, SYS_##name, error, &rule}
#define REFUSE(name) {#name, SYS_##name, EPERM, NULL}
#define REFUSE_WITH(name, error) {#name, SYS_##name, error, NULL}
// Newer calls have the same number on every machine, and headers may not define them yet.
#define ALLOW_NEW(name, number) {#name, number, 0, NULL}
#define RULE_NEW(name, number, rule) {#name, number, EPERM, &rule}
#define REFUSE_NEW(name, number) {#name, number, EPERM, NULL}
#define REFUSE_NEW_WITH(name, number, error) {#name, number, error, NULL}

const struct system_call system_calls[] = {
    // Calls with rules, in the order of their frequency, because the filter checks them in this order.
    RULE_OR(sendto, sending_to, EOPNOTSUPP), RULE(openat, opening_at), RULE(mmap, mappings),
    RULE(fcntl, file_controls), RULE(ioctl, device_controls),
    RULE(clone, threads), RULE(prctl, process_controls), RULE_OR(sendmsg, sending_message, EOPNOTSUPP),
    RULE_OR(sendmmsg, sending_messages, EOPNOTSUPP), RULE_OR(setsockopt, socket_options, ENOPROTOOPT),
    RULE_OR(socket, sockets, EACCES), RULE_OR(socketpair, pairs, EACCES), RULE(tgkill, itself), RULE(tkill, itself),
    RULE(kill, itself_or_zero),
    RULE(rt_sigqueueinfo, itself), RULE(rt_tgsigqueueinfo, itself), RULE(prlimit64, itself_or_zero),
    RULE(sched_setaffinity, itself_or_zero), RULE(sched_setscheduler, itself_or_zero),
    RULE(sched_setparam, itself_or_zero), RULE(sched_setattr, itself_or_zero), RULE(setpriority, own_priority),
    RULE(ioprio_set, own_io_priority), RULE(personality, asks),

    // Open files.
    ALLOW(read), ALLOW(write), ALLOW(readv), ALLOW(writev), ALLOW(pread64), ALLOW(pwrite64), ALLOW(preadv),
    ALLOW(pwritev), ALLOW(preadv2), ALLOW(pwritev2), ALLOW(lseek), ALLOW(close),
    RULE_NEW(close_range, 436, closing), ALLOW(dup), ALLOW(dup3), ALLOW(pipe2), ALLOW(fstat), ALLOW(fstatfs), ALLOW(ftruncate), ALLOW(fallocate),
    ALLOW(fadvise64), ALLOW(readahead), ALLOW(fsync), ALLOW(fdatasync), ALLOW(sync_file_range), ALLOW(flock),
    ALLOW(getdents64), ALLOW(fchdir), ALLOW(sendfile), ALLOW(splice), ALLOW(tee), ALLOW(copy_file_range),
    ALLOW(fgetxattr), ALLOW(flistxattr), ALLOW(pselect6), ALLOW(ppoll), ALLOW(epoll_create1), ALLOW(epoll_ctl),
    ALLOW(epoll_pwait), ALLOW_NEW(epoll_pwait2, 441), ALLOW(eventfd2), ALLOW(signalfd4), ALLOW(timerfd_create),
    ALLOW(timerfd_settime), ALLOW(timerfd_gettime),
    // Files by path: Landlock controls them, or they reveal only that a file exists.
    ALLOW(newfstatat), ALLOW(statx), ALLOW(statfs), ALLOW(faccessat), ALLOW_NEW(faccessat2, 439), ALLOW(readlinkat),
    ALLOW(chdir), ALLOW(getcwd), ALLOW(mkdirat), ALLOW(unlinkat), ALLOW(renameat), ALLOW(renameat2), ALLOW(umask),
    // Memory.
    ALLOW(brk), ALLOW(munmap), ALLOW(mremap), ALLOW(mprotect), ALLOW(madvise), ALLOW(mincore), ALLOW(msync),
    ALLOW(mlock), ALLOW(mlock2), ALLOW(munlock), ALLOW(mlockall), ALLOW(munlockall), ALLOW(pkey_alloc),
    ALLOW(pkey_free), ALLOW(pkey_mprotect), ALLOW(get_mempolicy), ALLOW_NEW(map_shadow_stack, 453),
    ALLOW_NEW(mseal, 462),
    // The process and its threads.
    ALLOW(exit), ALLOW(exit_group), ALLOW(restart_syscall), ALLOW(set_tid_address), ALLOW(set_robust_list),
    ALLOW(get_robust_list), ALLOW(rseq), ALLOW(membarrier), ALLOW(futex), ALLOW_NEW(futex_waitv, 449),
    ALLOW_NEW(futex_wake, 454), ALLOW_NEW(futex_wait, 455), ALLOW_NEW(futex_requeue, 456), ALLOW(rt_sigaction),
    ALLOW(rt_sigprocmask), ALLOW(rt_sigpending), ALLOW(rt_sigreturn), ALLOW(rt_sigsuspend), ALLOW(rt_sigtimedwait),
    ALLOW(sigaltstack), ALLOW(wait4), ALLOW(waitid), ALLOW(getpid), ALLOW(getppid), ALLOW(gettid), ALLOW(getpgid),
    ALLOW(getsid), ALLOW(getuid), ALLOW(geteuid), ALLOW(getgid), ALLOW(getegid), ALLOW(getresuid), ALLOW(getresgid),
    ALLOW(getgroups), ALLOW(capget), ALLOW(getrlimit), ALLOW(setrlimit), ALLOW(getrusage), ALLOW(getpriority),
    ALLOW(ioprio_get), ALLOW(sched_yield), ALLOW(sched_getaffinity), ALLOW(sched_getscheduler), ALLOW(sched_getparam),
    ALLOW(sched_getattr), ALLOW(sched_get_priority_max), ALLOW(sched_get_priority_min), ALLOW(sched_rr_get_interval),
    ALLOW(getcpu), ALLOW(uname), ALLOW(sysinfo), ALLOW(times), ALLOW(getrandom),
    // Time.
    ALLOW(gettimeofday), ALLOW(clock_gettime), ALLOW(clock_getres), ALLOW(clock_nanosleep), ALLOW(nanosleep),
    ALLOW(getitimer), ALLOW(setitimer), ALLOW(timer_create), ALLOW(timer_settime), ALLOW(timer_gettime),
    ALLOW(timer_getoverrun), ALLOW(timer_delete),
    // Existing sockets.
    ALLOW(connect), RULE_OR(bind, serving, EACCES), RULE_OR(listen, serving, EACCES), ALLOW(accept), ALLOW(accept4), ALLOW(getsockname), ALLOW(getpeername),
    ALLOW(recvfrom), ALLOW(recvmsg), ALLOW(recvmmsg), ALLOW(shutdown), ALLOW(getsockopt),

    // Calls for which the C library has a fallback whose arguments the filter can check.
    {"clone3", 435, ENOSYS, NULL}, {"openat2", 437, ENOSYS, NULL},
    // Other processes, and calls that act on the caller from outside.
    REFUSE(execve), REFUSE(execveat), REFUSE(ptrace), REFUSE(process_vm_readv), REFUSE(process_vm_writev),
    REFUSE(kcmp), REFUSE(setpgid), REFUSE(setsid), REFUSE_NEW(pidfd_send_signal, 424), REFUSE_NEW(pidfd_open, 434),
    REFUSE_NEW(pidfd_getfd, 438), REFUSE_NEW(process_madvise, 440), REFUSE_NEW(process_mrelease, 448),
    // Other users, and privileges.
    REFUSE(setuid), REFUSE(setgid), REFUSE(setreuid), REFUSE(setregid), REFUSE(setresuid), REFUSE(setresgid),
    REFUSE(setfsuid), REFUSE(setfsgid), REFUSE(setgroups), REFUSE(capset), REFUSE(seccomp),
    REFUSE_NEW(landlock_create_ruleset, 444), REFUSE_NEW(landlock_add_rule, 445),
    REFUSE_NEW(landlock_restrict_self, 446), REFUSE_NEW(lsm_get_self_attr, 459), REFUSE_NEW(lsm_set_self_attr, 460),
    REFUSE_NEW(lsm_list_modules, 461),
    // Objects of the user's other processes in the kernel, and memory that no limit counts.
    REFUSE(keyctl), REFUSE(add_key), REFUSE(request_key), REFUSE(msgget), REFUSE(msgsnd), REFUSE(msgrcv),
    REFUSE(msgctl), REFUSE(semget), REFUSE(semop), REFUSE(semtimedop), REFUSE(semctl), REFUSE(shmget), REFUSE(shmat),
    REFUSE(shmdt), REFUSE(shmctl), REFUSE(mq_open), REFUSE(mq_unlink), REFUSE(mq_timedsend), REFUSE(mq_timedreceive),
    REFUSE(mq_notify), REFUSE(mq_getsetattr), REFUSE(memfd_create), REFUSE_NEW(memfd_secret, 447),
    REFUSE(remap_file_pages), REFUSE(vmsplice), REFUSE(mbind), REFUSE(set_mempolicy), REFUSE(migrate_pages),
    REFUSE(move_pages), REFUSE_NEW(set_mempolicy_home_node, 450), REFUSE_NEW_WITH(cachestat, 451, ENOSYS),
    // Modes, owners, times and attributes, by path and of open files, which Landlock does not control.
    REFUSE(fchmod), REFUSE(fchmodat), REFUSE_NEW(fchmodat2, 452), REFUSE(fchown), REFUSE(fchownat), REFUSE(utimensat),
    REFUSE(fsetxattr), REFUSE(setxattr), REFUSE(lsetxattr), REFUSE_NEW(setxattrat, 463), REFUSE(fremovexattr),
    REFUSE(removexattr), REFUSE(lremovexattr), REFUSE_NEW(removexattrat, 466), REFUSE_NEW(file_setattr, 469),
    REFUSE(truncate),
    REFUSE_WITH(getxattr, EOPNOTSUPP), REFUSE_WITH(lgetxattr, EOPNOTSUPP), REFUSE_NEW_WITH(getxattrat, 464, EOPNOTSUPP),
    REFUSE_WITH(listxattr, EOPNOTSUPP), REFUSE_WITH(llistxattr, EOPNOTSUPP),
    REFUSE_NEW_WITH(listxattrat, 465, EOPNOTSUPP), REFUSE_NEW_WITH(file_getattr, 468, EOPNOTSUPP),
    // Links, pipes and devices, and files that are opened without a path.
    REFUSE(linkat), REFUSE(symlinkat), REFUSE(mknodat), REFUSE(name_to_handle_at), REFUSE(open_by_handle_at),
    REFUSE(inotify_init1), REFUSE(inotify_add_watch), REFUSE(inotify_rm_watch), REFUSE(fanotify_init),
    REFUSE(fanotify_mark),
    // File systems and namespaces.
    REFUSE(mount), REFUSE(umount2), REFUSE(pivot_root), REFUSE(chroot), REFUSE(unshare), REFUSE(setns), REFUSE(swapon),
    REFUSE(swapoff), REFUSE(quotactl), REFUSE_NEW(quotactl_fd, 443), REFUSE(sync), REFUSE(syncfs),
    REFUSE_NEW(open_tree, 428), REFUSE_NEW(move_mount, 429), REFUSE_NEW(fsopen, 430), REFUSE_NEW(fsconfig, 431),
    REFUSE_NEW(fsmount, 432), REFUSE_NEW(fspick, 433), REFUSE_NEW(mount_setattr, 442), REFUSE_NEW(statmount, 457),
    REFUSE_NEW(listmount, 458), REFUSE_NEW(open_tree_attr, 467),
    // The kernel itself, and its parts with the most vulnerabilities.
    REFUSE(bpf), REFUSE(perf_event_open), REFUSE(userfaultfd), REFUSE_NEW(io_uring_setup, 425),
    REFUSE_NEW(io_uring_enter, 426), REFUSE_NEW(io_uring_register, 427), REFUSE(io_setup), REFUSE(io_destroy),
    REFUSE(io_submit), REFUSE(io_cancel), REFUSE(io_getevents), REFUSE(io_pgetevents), REFUSE(kexec_load),
    REFUSE(init_module), REFUSE(finit_module), REFUSE(delete_module), REFUSE(reboot), REFUSE(acct), REFUSE(syslog),
    REFUSE(settimeofday), REFUSE(clock_settime), REFUSE(clock_adjtime), REFUSE(adjtimex), REFUSE(sethostname),
    REFUSE(setdomainname), REFUSE(vhangup), REFUSE(lookup_dcookie), REFUSE(nfsservctl), REFUSE(kexec_file_load),

#ifdef __x86_64__
    // Calls that newer machines do not have.
    RULE(open, opening), RULE(creat, creating),
    ALLOW(pipe), ALLOW(dup2), ALLOW(select), ALLOW(poll), ALLOW(epoll_create), ALLOW(epoll_wait), ALLOW(eventfd),
    ALLOW(signalfd), ALLOW(getdents), ALLOW(stat), ALLOW(lstat), ALLOW(access), ALLOW(readlink), ALLOW(mkdir),
    ALLOW(rmdir), ALLOW(unlink), ALLOW(rename), ALLOW(getpgrp), ALLOW(pause), ALLOW(alarm), ALLOW(time),
    ALLOW(arch_prctl),
    REFUSE(fork), REFUSE(vfork), REFUSE(chmod), REFUSE(chown), REFUSE(lchown), REFUSE(utime), REFUSE(utimes),
    REFUSE(futimesat), REFUSE(link), REFUSE(symlink), REFUSE(mknod), REFUSE(inotify_init), REFUSE(ustat), REFUSE(sysfs),
    REFUSE(uselib), REFUSE(_sysctl), REFUSE(modify_ldt), REFUSE(iopl), REFUSE(ioperm), REFUSE(set_thread_area),
    REFUSE(get_thread_area), REFUSE(create_module), REFUSE(get_kernel_syms), REFUSE(query_module), REFUSE(getpmsg),
    REFUSE(putpmsg), REFUSE(afs_syscall), REFUSE(tuxcall), REFUSE(security), REFUSE(vserver), REFUSE(epoll_ctl_old),
    REFUSE(epoll_wait_old), REFUSE_NEW_WITH(uretprobe, 335, ENOSYS), REFUSE_NEW_WITH(uprobe, 336, ENOSYS),
#endif
};

const uint16_t system_call_count = sizeof system_calls / sizeof system_calls[0];
