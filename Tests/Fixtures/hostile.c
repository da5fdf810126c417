// A library that tries what a provider may not do, and some of what it may. It knows nothing of the package.
//
// attempt(what, operand) prints "allowed", the name of the error, or what it has found.

#define _GNU_SOURCE

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/netlink.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <pwd.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <linux/fs.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

struct way {
  const char *name;
  long (*go)(const char *operand);
};

#define WAY(name, ...) \
  static long name(const char *operand) { \
    (void)operand; \
    __VA_ARGS__ \
  }

// A child that it should not have made ends at once.
static long ended(long child) {
  if (child == 0) _exit(0);
  if (child > 0) waitpid((pid_t)child, NULL, 0);
  return child;
}

// MARK: - Processes

WAY(do_fork, return ended(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0));)
WAY(do_fork_c, return ended(fork());)
WAY(do_clone_space, return syscall(SYS_clone, CLONE_THREAD | CLONE_SIGHAND | CLONE_VM | CLONE_NEWPID, 0, 0, 0, 0);)
WAY(do_clone3, return syscall(435, NULL, 0);)

// A thread that has descriptors of its own, so that the limit of open files holds for each thread and not for all.
static char stack_of_thread[64 << 10] __attribute__((aligned(16)));
static int end_thread(void *nothing) { (void)nothing; return 0; }
WAY(do_own_files,
    return clone(
        end_thread, stack_of_thread + sizeof stack_of_thread, CLONE_THREAD | CLONE_SIGHAND | CLONE_VM | CLONE_FS, NULL);)
WAY(do_unshare_files, return syscall(436, 1000U, 1001U, 2U);)
WAY(do_close_range, return syscall(436, 1000U, 1001U, 0U) | syscall(436, 1000U, 1001U, 4U);)
#ifdef SYS_fork
WAY(do_fork_old, return ended(syscall(SYS_fork));)
// In a child that shares the memory, nothing is touched.
WAY(do_vfork, long child = vfork(); if (child == 0) _exit(0); return child;)
#endif
WAY(do_execve, char *none[] = {NULL}; return execve(*operand ? operand : "/nonexistent", none, none);)
WAY(do_execveat, char *none[] = {NULL}; return syscall(SYS_execveat, AT_FDCWD, "/nonexistent", none, none, 0);)
WAY(do_spawn, pid_t child; char *arguments[] = {"true", NULL};
    errno = posix_spawn(&child, "/bin/true", NULL, NULL, arguments, NULL);
    if (errno == 0) waitpid(child, NULL, 0);
    return errno ? -1 : 0;)

// MARK: - Signals; 0 is none, and asks only

WAY(do_kill_parent, return kill(getppid(), 0);)
WAY(do_kill_all, return kill(-1, 0);)
WAY(do_kill_own, return kill(getpid(), 0);)
WAY(do_kill_group, return kill(0, 0);)
WAY(do_tkill_parent, return syscall(SYS_tkill, getppid(), 0);)
WAY(do_tgkill_parent, return syscall(SYS_tgkill, getppid(), getppid(), 0);)
WAY(do_tgkill_own, return syscall(SYS_tgkill, getpid(), gettid(), 0);)
static siginfo_t sent = {.si_code = SI_QUEUE};
WAY(do_queue_parent, return syscall(SYS_rt_sigqueueinfo, getppid(), 0, &sent);)
WAY(do_tgqueue_parent, return syscall(SYS_rt_tgsigqueueinfo, getppid(), getppid(), 0, &sent);)
WAY(do_pidfd_kill, return syscall(424, syscall(434, getppid(), 0), 0, NULL, 0);)
WAY(do_set_owner, return fcntl(0, F_SETOWN, getppid());)
WAY(do_set_owner_ex, struct f_owner_ex owner = {F_OWNER_PID, getppid()}; return fcntl(0, F_SETOWN_EX, &owner);)

// MARK: - Other processes

WAY(do_ptrace, return syscall(SYS_ptrace, 0x4206, getppid(), 0, 0);)
WAY(do_read_memory, char byte; return syscall(SYS_process_vm_readv, getppid(), &byte, 0, &byte, 0, 0);)
WAY(do_write_memory, char byte; return syscall(SYS_process_vm_writev, getppid(), &byte, 0, &byte, 0, 0);)
WAY(do_pidfd_getfd, return syscall(438, -1, 0, 0);)
WAY(do_kcmp, return syscall(SYS_kcmp, getpid(), getpid(), 0, 0, 0);)
WAY(do_prlimit, struct rlimit64 limit; return prlimit64(getppid(), RLIMIT_CPU, NULL, &limit);)
WAY(do_prlimit_own, struct rlimit64 limit; return prlimit64(0, RLIMIT_CPU, NULL, &limit);)
WAY(do_affinity, cpu_set_t set; CPU_ZERO(&set); CPU_SET(0, &set);
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu += 1) CPU_SET(cpu, &set);
    return sched_setaffinity(getppid(), sizeof set, &set);)
WAY(do_parameters, struct sched_param none = {0}; return sched_setparam(getppid(), &none);)
WAY(do_attributes, return syscall(SYS_sched_setattr, getppid(), NULL, 0);)
WAY(do_scheduler, struct sched_param none = {0}; return sched_setscheduler(getppid(), SCHED_OTHER, &none);)
WAY(do_priority, return setpriority(PRIO_PROCESS, (id_t)getppid(), getpriority(PRIO_PROCESS, (id_t)getppid()));)
WAY(do_priority_own, return setpriority(PRIO_PROCESS, 0, 5);)
WAY(do_priority_user, return setpriority(PRIO_USER, 0x7FFF1234, 0);)
WAY(do_priority_group, return setpriority(PRIO_PGRP, 0, getpriority(PRIO_PGRP, 0));)
WAY(do_io_priority, return syscall(SYS_ioprio_set, 1, getppid(), 0);)
WAY(do_migrate, return syscall(SYS_migrate_pages, getppid(), 0, NULL, NULL);)

// MARK: - What the kernel keeps

WAY(do_keyctl, return syscall(SYS_keyctl, 0, -3, 0, 0, 0);)
WAY(do_add_key, return syscall(SYS_add_key, "user", "hostile", "x", 1, -1);)
WAY(do_request_key, return syscall(SYS_request_key, "user", "hostile", NULL, 0);)
WAY(do_shmget, return syscall(SYS_shmget, 0, 4096, 0);)
WAY(do_msgget, return syscall(SYS_msgget, 0, 0);)
WAY(do_semget, return syscall(SYS_semget, 0, 1, 0);)
WAY(do_mq_open, return syscall(SYS_mq_open, "hostile", O_RDONLY, 0, NULL);)

// MARK: - Sockets

WAY(do_local, return socket(AF_UNIX, SOCK_STREAM, 0);)
WAY(do_packet, return socket(AF_PACKET, SOCK_RAW, 0);)
WAY(do_vsock, return socket(AF_VSOCK, SOCK_STREAM, 0);)
WAY(do_alg, return socket(AF_ALG, SOCK_SEQPACKET, 0);)
WAY(do_netlink_route, return socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE);)
WAY(do_netlink_audit, return socket(AF_NETLINK, SOCK_RAW, NETLINK_AUDIT);)
WAY(do_netlink_events, return socket(AF_NETLINK, SOCK_RAW, NETLINK_KOBJECT_UEVENT);)
WAY(do_mptcp, return socket(AF_INET, SOCK_STREAM, 262);)
WAY(do_pair, int ends[2]; return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends);)
WAY(do_pair_datagram, int ends[2]; return socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, ends);)
WAY(do_internet, return socket(AF_INET, SOCK_STREAM, 0);)
WAY(do_internet6, return socket(AF_INET6, SOCK_DGRAM, 0);)
WAY(do_connect, struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    address.sin_port = htons((uint16_t)atoi(operand)); int one = socket(AF_INET, SOCK_STREAM, 0);
    if (one < 0) return -1;
    return connect(one, (struct sockaddr *)&address, sizeof address);)
// Makes a socket and the address of a port of this machine, to connect with the first message.
static int open_fast(const char *operand, struct sockaddr_in *address) {
  *address = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
  address->sin_port = htons((uint16_t)atoi(operand));
  return socket(AF_INET, SOCK_STREAM, 0);
}
WAY(do_fast_open, struct sockaddr_in address; int one = open_fast(operand, &address); if (one < 0) return -1;
    return sendto(one, "x", 1, MSG_FASTOPEN, (struct sockaddr *)&address, sizeof address);)
WAY(do_fast_open_message, struct sockaddr_in address; int one = open_fast(operand, &address); if (one < 0) return -1;
    struct iovec part = {"x", 1}; struct msghdr message = {.msg_name = &address, .msg_namelen = sizeof address};
    message.msg_iov = &part; message.msg_iovlen = 1; return sendmsg(one, &message, MSG_FASTOPEN);)
WAY(do_fast_open_messages, struct sockaddr_in address; int one = open_fast(operand, &address); if (one < 0) return -1;
    struct iovec part = {"x", 1}; struct mmsghdr message = {.msg_hdr = {.msg_name = &address}};
    message.msg_hdr.msg_namelen = sizeof address; message.msg_hdr.msg_iov = &part; message.msg_hdr.msg_iovlen = 1;
    return sendmmsg(one, &message, 1, MSG_FASTOPEN);)
WAY(do_protocol_above, int one = socket(AF_INET, SOCK_STREAM, 0); if (one < 0) return -1;
    return setsockopt(one, IPPROTO_TCP, TCP_ULP, "smc", 4);)
WAY(do_serve, struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    int one = socket(AF_INET, SOCK_STREAM, 0); if (one < 0) return -1;
    return bind(one, (struct sockaddr *)&address, sizeof address);)
WAY(do_listen, int one = socket(AF_INET, SOCK_STREAM, 0); return one < 0 ? -1 : listen(one, 1);)
WAY(do_no_delay, int one = socket(AF_INET, SOCK_STREAM, 0); int yes = 1; if (one < 0) return -1;
    return setsockopt(one, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);)
WAY(do_sctp, return socket(AF_INET, SOCK_STREAM, 132);)
WAY(do_smc, return socket(43, SOCK_STREAM, 0);)
WAY(do_resolve, struct addrinfo *found; int result = getaddrinfo("localhost", "80", NULL, &found);
    errno = 0; if (result != 0) printf("%s ", gai_strerror(result)); return result == 0 ? 0 : -1;)
WAY(do_user, errno = 0; return getpwuid(getuid()) ? 0 : -1;)

// MARK: - The kernel

WAY(do_mount, return syscall(SYS_mount, "none", operand, "nonexistent", 0, NULL);)
WAY(do_umount, return syscall(SYS_umount2, "/nonexistent", 0);)
WAY(do_pivot_root, return syscall(SYS_pivot_root, "/nonexistent", "/nonexistent");)
WAY(do_chroot, return syscall(SYS_chroot, "/nonexistent");)
WAY(do_unshare, return syscall(SYS_unshare, 0);)
WAY(do_setns, return syscall(SYS_setns, -1, 0);)
WAY(do_fsopen, return syscall(430, "nonexistent", 0);)
WAY(do_open_tree, return syscall(428, AT_FDCWD, "/nonexistent", 0);)
WAY(do_bpf, return syscall(SYS_bpf, -1, NULL, 0);)
WAY(do_perf, return syscall(SYS_perf_event_open, NULL, 0, -1, -1, 0);)
WAY(do_userfaultfd, return syscall(SYS_userfaultfd, -1);)
WAY(do_io_uring, return syscall(425, 0, NULL);)
WAY(do_io_uring_enter, return syscall(426, -1, 0, 0, 0, NULL, 0);)
WAY(do_io_uring_register, return syscall(427, -1, 0, NULL, 0);)
WAY(do_kexec, return syscall(SYS_kexec_load, 0, 0, NULL, 1 << 15);)
WAY(do_init_module, return syscall(SYS_init_module, NULL, 0, NULL);)
WAY(do_finit_module, return syscall(SYS_finit_module, -1, NULL, 0);)
WAY(do_delete_module, return syscall(SYS_delete_module, NULL, 0);)
WAY(do_reboot, return syscall(SYS_reboot, 0, 0, 0, NULL);)
WAY(do_swapon, return syscall(SYS_swapon, "/nonexistent", 0);)
WAY(do_death_signal, return prctl(PR_SET_PDEATHSIG, 0);)
WAY(do_dumpable, return prctl(PR_SET_DUMPABLE, 1);)
WAY(do_name, return prctl(PR_SET_NAME, "hostile");)
WAY(do_personality, return personality(personality(0xFFFFFFFF));)
WAY(do_personality_ask, return personality(0xFFFFFFFF);)
WAY(do_simulate_input, return ioctl(-1, 0x5412, "x");)
WAY(do_ioctl_owner, int self = getpid(); return ioctl(3, 0x8901, &self);)
#ifdef __x86_64__
WAY(do_x32, return syscall(0x40000000 + SYS_getpid);)
#endif
WAY(do_capabilities, char line[256]; FILE *file = fopen("/proc/self/status", "r"); if (!file) return -1;
    while (fgets(line, sizeof line, file)) {
      if (!strncmp(line, "Cap", 3) && strncmp(line, "CapBnd", 6) && strtoull(line + 8, NULL, 16)) return 1;
    }
    errno = 0; return -1;)
WAY(do_privileges, return prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1 ? 0 : -1;)

// Calls that are refused whatever they are called with, as NUMBER:ERROR,..., with arguments that no call can take. Prints
// those that fail in another way.
WAY(do_calls, for (const char *next = operand; *next;) {
      char *end;
      long number = strtol(next, &end, 10); long error = strtol(end + 1, &end, 10);
      if (syscall(number, -1L, -1L, -1L, -1L, -1L, -1L) >= 0 || errno != error) printf("%ld ", number);
      next = *end ? end + 1 : end;
    }
    return 0;)
WAY(do_openat2, return syscall(437, AT_FDCWD, "/usr", NULL, 0);)
WAY(do_watch, return syscall(SYS_inotify_init1, 0);)
WAY(do_lease, int file = open("/proc/self/exe", O_RDONLY); return fcntl(file, F_SETLEASE, F_UNLCK);)

// MARK: - What other processes have left

WAY(do_msgrcv, struct { long kind; char text[8]; } message; return msgrcv(atoi(operand), &message, 8, 0, IPC_NOWAIT);)
WAY(do_msgsnd, struct { long kind; char text; } message = {1, 1}; return msgsnd(atoi(operand), &message, 1, IPC_NOWAIT);)
WAY(do_msgctl, struct msqid_ds status; return msgctl(atoi(operand), IPC_STAT, &status);)
WAY(do_semop, struct sembuf raise = {0, 1, IPC_NOWAIT}; return semop(atoi(operand), &raise, 1);)
WAY(do_semctl, return semctl(atoi(operand), 0, GETVAL);)
WAY(do_shmat, return shmat(atoi(operand), NULL, 0) == (void *)-1 ? -1 : 0;)
WAY(do_shmctl, struct shmid_ds status; return shmctl(atoi(operand), IPC_STAT, &status);)

// MARK: - Files

WAY(do_read, return open(operand, O_RDONLY);)
WAY(do_read_memory_of_parent, char path[64]; snprintf(path, sizeof path, "/proc/%d/mem", getppid());
    return open(path, O_RDONLY);)
WAY(do_read_environment_of_parent, char path[64]; snprintf(path, sizeof path, "/proc/%d/environ", getppid());
    return open(path, O_RDONLY);)
WAY(do_list, return open(operand, O_RDONLY | O_DIRECTORY);)
WAY(do_write, int file = open(operand, O_WRONLY); if (file < 0 && errno == ENOENT) file = creat(operand, 0600);
    return file < 0 ? -1 : write(file, "x", 1);)
WAY(do_make_folder, return mkdir(operand, 0700);)
WAY(do_remove, return unlink(operand);)
WAY(do_truncate, return truncate(operand, 0);)
WAY(do_chmod, return syscall(SYS_fchmodat, AT_FDCWD, operand, 0600);)
WAY(do_fchmod_new, int file = open(operand, O_RDWR | O_CREAT, 0600); return fchmod(file, 0640);)
WAY(do_chown, return syscall(SYS_fchownat, AT_FDCWD, operand, getuid(), getgid(), 0);)
WAY(do_times, return utimensat(AT_FDCWD, operand, NULL, 0);)
// Through a descriptor that can only be read.
WAY(do_fchmod, return fchmod(open(operand, O_RDONLY), 0600);)
WAY(do_fchmod_set_id, return fchmod(open(operand, O_RDONLY), 04755);)
WAY(do_fchmodat2, return syscall(452, open(operand, O_RDONLY), "", 04755, AT_EMPTY_PATH);)
WAY(do_fchown, return fchown(open(operand, O_RDONLY), getuid(), getgid());)
WAY(do_futimens, return futimens(open(operand, O_RDONLY), NULL);)
WAY(do_fsetxattr, return fsetxattr(open(operand, O_RDONLY), "user.hostile", "x", 1, 0);)
WAY(do_fremovexattr, return fremovexattr(open(operand, O_RDONLY), "user.kept");)
WAY(do_set_flags, int file = open(operand, O_RDONLY); int flags = 0; errno = 0;
    if (ioctl(file, FS_IOC_GETFLAGS, &flags) < 0 && errno == EPERM) return -1;
    return ioctl(file, FS_IOC_SETFLAGS, &flags);)
WAY(do_getxattr, char value[8]; return getxattr(operand, "user.kept", value, sizeof value) >= 0 || errno == ENODATA ? 0 : -1;)
WAY(do_setxattr, return setxattr(operand, "user.hostile", "x", 1, 0);)
WAY(do_create_set_id, int file = open(operand, O_RDWR | O_CREAT, 04755); struct stat status;
    if (file < 0 || fstat(file, &status) < 0) return -1; return status.st_mode & S_ISUID ? 0 : 1;)
WAY(do_hard_link, char path[4096]; snprintf(path, sizeof path, "%s.link", operand);
    if (open(operand, O_RDWR | O_CREAT, 0600) < 0) return 0; return link(operand, path);)
WAY(do_symlink, return symlink("/", operand);)
WAY(do_mkfifo, return mkfifo(operand, 0600);)
WAY(do_make_socket, return mknod(operand, S_IFSOCK | 0600, 0);)
WAY(do_run_map, int file = open(operand, O_RDONLY); if (file < 0) return -1;
    return mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, file, 0) == MAP_FAILED ? -1 : 0;)
WAY(do_own_folder, char path[4096];
    snprintf(path, sizeof path, "%s/folder", operand); if (mkdir(path, 0700) < 0) return -1;
    snprintf(path, sizeof path, "%s/folder/file", operand); int file = open(path, O_RDWR | O_CREAT, 0600);
    char other[4096]; snprintf(other, sizeof other, "%s/file", operand);
    if (file < 0 || write(file, "x", 1) != 1 || ftruncate(file, 0) < 0 || rename(path, other) < 0) return -1;
    file = open(other, O_WRONLY | O_TRUNC); if (file < 0 || unlink(other) < 0) return -1;
    snprintf(path, sizeof path, "%s/folder", operand); return rmdir(path);)
WAY(do_null, int file = open("/dev/null", O_WRONLY | O_TRUNC); return file < 0 ? -1 : write(file, "x", 1);)

// MARK: - Limits

// What is written is memory of the machine, whoever counts it.
static long fill(char *block, size_t size) {
  if (block == MAP_FAILED) return -1;
  for (size_t place = 0; place < size; place += 4096) block[place] = 1;
  return 0;
}
enum { much = 1100 << 20 };
WAY(do_memfd, int file = (int)syscall(SYS_memfd_create, "hostile", 0); if (file < 0 || ftruncate(file, 1 << 20) < 0) return -1;
    return fill(mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), 1 << 20);)
WAY(do_shared_anonymous, return fill(mmap(NULL, much, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0), much);)
WAY(do_stack_that_grows,
    return fill(mmap(NULL, much, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_GROWSDOWN, -1, 0), much);)
WAY(do_zero_shared, int file = open("/dev/zero", O_RDWR); if (file < 0) return -1;
    return fill(mmap(NULL, much, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), much);)

static void *kept;
WAY(do_memory, void *block = malloc(2UL << 30); *(void *volatile *)&kept = block;
    return block ? 0 : -1;)
WAY(do_memory_little, char *block = malloc(64 << 20); if (!block) return -1; memset(block, 1, 64 << 20);
    return block[5] == 1 ? 0 : -1;)
WAY(do_addresses, return mmap(NULL, 9UL << 30, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? -1 : 0;)
WAY(do_descriptors, int count = 0; while (open("/dev/null", O_RDONLY) >= 0 && count < 2000) count += 1;
    printf("%s ", count < 256 && count > 200 ? "some" : "many"); return count < 2000 ? -1 : 0;)
WAY(do_raise_limit, struct rlimit limit = {512, 512}; return setrlimit(RLIMIT_NOFILE, &limit);)
WAY(do_raise_stack, struct rlimit limit = {64 << 20, 64 << 20}; return setrlimit(RLIMIT_STACK, &limit);)
WAY(do_raise_threads, struct rlimit limit = {4000, 4000}; return setrlimit(RLIMIT_NPROC, &limit);)
WAY(do_file_size, signal(SIGXFSZ, SIG_IGN); int file = open(operand, O_RDWR | O_CREAT, 0600);
    if (file < 0) return 0; return ftruncate(file, 2L << 30);)
WAY(do_core, struct rlimit limit; return getrlimit(RLIMIT_CORE, &limit) == 0 && limit.rlim_max == 0 ? 0 : -1;)
WAY(do_cpu, struct rlimit limit;
    return getrlimit(RLIMIT_CPU, &limit) == 0 && limit.rlim_cur == 600 && limit.rlim_max == 601 ? 0 : -1;)

static pthread_barrier_t barrier;

static void *meet(void *other) {
  pthread_barrier_wait(&barrier);
  return other;
}

WAY(do_threads, pthread_t threads[64]; pthread_barrier_init(&barrier, NULL, 65);
    for (int count = 0; count < 64; count += 1) {
      errno = pthread_create(&threads[count], NULL, meet, NULL); if (errno) return -1;
    }
    pthread_barrier_wait(&barrier); for (int count = 0; count < 64; count += 1) pthread_join(threads[count], NULL);
    return 0;)

static void *wait_for_ever(void *other) {
  while (1) pause();
  return other;
}

// As many as it gets, with small stacks.
WAY(do_many_threads, pthread_t thread; pthread_attr_t small; pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 16 << 10); int count = 0;
    while (count < 1000 && (errno = pthread_create(&thread, &small, wait_for_ever, NULL)) == 0) count += 1;
    printf("%s ", count < 256 && count > 200 ? "some" : "many"); return errno ? -1 : 0;)

// Another thread, which was started in the sandbox, is in it, too.
static void *read_in_thread(void *path) {
  static int problem;
  problem = open(path, O_RDONLY) >= 0 ? 0 : errno;
  return &problem;
}
WAY(do_read_in_thread, pthread_t thread; void *problem;
    errno = pthread_create(&thread, NULL, read_in_thread, (void *)operand);
    if (errno) return -1; pthread_join(thread, &problem); errno = *(int *)problem; return errno ? -1 : 0;)
WAY(do_pthread_kill, signal(SIGUSR1, SIG_IGN); return pthread_kill(pthread_self(), SIGUSR1);)

// MARK: - The table

#define NAMED(name) {#name, do_##name}

static const struct way ways[] = {
    NAMED(fork), NAMED(fork_c), NAMED(clone_space), NAMED(clone3), NAMED(own_files),
    NAMED(unshare_files), NAMED(close_range), NAMED(raise_stack), NAMED(raise_threads), NAMED(many_threads),
#ifdef SYS_fork
    NAMED(fork_old), NAMED(vfork),
#endif
    NAMED(execve), NAMED(execveat), NAMED(spawn), NAMED(kill_parent), NAMED(kill_all), NAMED(kill_own),
    NAMED(kill_group), NAMED(tkill_parent), NAMED(tgkill_parent), NAMED(tgkill_own), NAMED(queue_parent),
    NAMED(tgqueue_parent), NAMED(pidfd_kill), NAMED(set_owner), NAMED(set_owner_ex), NAMED(ptrace),
    NAMED(read_memory), NAMED(write_memory), NAMED(pidfd_getfd), NAMED(kcmp), NAMED(prlimit), NAMED(prlimit_own),
    NAMED(affinity), NAMED(parameters), NAMED(attributes), NAMED(scheduler), NAMED(priority), NAMED(priority_own),
    NAMED(priority_user),
    NAMED(priority_group), NAMED(io_priority), NAMED(migrate), NAMED(keyctl), NAMED(add_key), NAMED(request_key),
    NAMED(shmget), NAMED(msgget), NAMED(semget),
    NAMED(mq_open), NAMED(local), NAMED(packet), NAMED(vsock), NAMED(alg), NAMED(netlink_route), NAMED(netlink_audit),
    NAMED(netlink_events), NAMED(pair), NAMED(pair_datagram), NAMED(internet), NAMED(internet6), NAMED(connect),
    NAMED(resolve), NAMED(user), NAMED(mount), NAMED(umount), NAMED(pivot_root), NAMED(chroot), NAMED(unshare),
    NAMED(setns), NAMED(fsopen), NAMED(open_tree), NAMED(bpf), NAMED(perf), NAMED(userfaultfd), NAMED(io_uring),
    NAMED(io_uring_enter), NAMED(io_uring_register), NAMED(kexec), NAMED(init_module), NAMED(finit_module),
    NAMED(delete_module), NAMED(reboot), NAMED(swapon), NAMED(death_signal), NAMED(dumpable), NAMED(name),
    NAMED(personality), NAMED(personality_ask), NAMED(simulate_input), NAMED(ioctl_owner),
#ifdef __x86_64__
    NAMED(x32),
#endif
    NAMED(calls), NAMED(capabilities), NAMED(privileges), NAMED(read), NAMED(read_memory_of_parent),
    NAMED(read_environment_of_parent), NAMED(list), NAMED(write), NAMED(make_folder), NAMED(remove),
    NAMED(truncate), NAMED(chmod), NAMED(fchmod), NAMED(chown), NAMED(times), NAMED(setxattr),
    NAMED(run_map), NAMED(own_folder), NAMED(null), NAMED(memory), NAMED(memory_little), NAMED(addresses),
    NAMED(descriptors), NAMED(raise_limit), NAMED(file_size), NAMED(core), NAMED(cpu), NAMED(threads),
    NAMED(read_in_thread), NAMED(pthread_kill),
    NAMED(openat2), NAMED(watch), NAMED(lease), NAMED(msgrcv), NAMED(msgsnd), NAMED(msgctl), NAMED(semop),
    NAMED(semctl), NAMED(shmat), NAMED(shmctl), NAMED(mptcp), NAMED(sctp), NAMED(smc), NAMED(fast_open),
    NAMED(fast_open_message), NAMED(fast_open_messages), NAMED(protocol_above), NAMED(no_delay), NAMED(serve),
    NAMED(listen), NAMED(fchmod_new), NAMED(fchmod_set_id),
    NAMED(fchmodat2), NAMED(fchown), NAMED(futimens), NAMED(fsetxattr), NAMED(fremovexattr), NAMED(set_flags),
    NAMED(getxattr), NAMED(create_set_id), NAMED(hard_link), NAMED(symlink), NAMED(mkfifo), NAMED(make_socket),
    NAMED(memfd), NAMED(shared_anonymous), NAMED(stack_that_grows), NAMED(zero_shared),
};

__attribute__((visibility("default"))) void attempt(const char *what, const char *operand) {
  setvbuf(stdout, NULL, _IONBF, 0);
  for (size_t index = 0; index < sizeof ways / sizeof ways[0]; index += 1) {
    if (strcmp(ways[index].name, what) != 0) continue;
    errno = 0;
    long result = ways[index].go(operand);
    if (result >= 0) {
      puts("allowed");
    } else {
      puts(errno ? strerrorname_np(errno) : "failed");
    }
    return;
  }
  puts("no such way");
}
