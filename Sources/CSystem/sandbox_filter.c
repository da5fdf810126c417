// The filter of system calls: a program that the kernel runs before each of them. What it does not name is allowed. A
// refused call fails and ends nobody, so that a provider can say what it cannot do.

#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sandbox.h"

#if defined(__x86_64__)
enum { machine = AUDIT_ARCH_X86_64 };
#elif defined(__aarch64__)
enum { machine = AUDIT_ARCH_AARCH64 };
#else
#error "There is no filter for this machine."
#endif

// Calls that headers may not know yet; the numbers are the same on both machines.
enum {
  call_pidfd_send_signal = 424,
  call_io_uring_setup = 425,
  call_io_uring_enter = 426,
  call_io_uring_register = 427,
  call_open_tree = 428,
  call_move_mount = 429,
  call_fsopen = 430,
  call_fsconfig = 431,
  call_fsmount = 432,
  call_fspick = 433,
  call_clone3 = 435,
  call_pidfd_getfd = 438,
  call_process_madvise = 440,
  call_mount_setattr = 442,
  call_quotactl_fd = 443,
  call_process_mrelease = 448,
  call_fchmodat2 = 452,
  call_setxattrat = 463,
  call_removexattrat = 466,
  call_open_tree_attr = 467,
  call_file_setattr = 469,
  // What came later is not there for a provider: nobody has thought of it here.
  call_newest = 469,
  // The calls of the x32 ABI, with numbers of their own.
  call_x32 = 0x40000000,
};

enum {
  clone_spaces = 0x7E020000,  // every CLONE_NEW… but that of time, which clone does not take
  ioctl_simulate_input = 0x5412,
  ioctl_console = 0x541C,
  ioctl_set_owner = 0x8901,
  ioctl_set_group = 0x8902,
  netlink_route = 0,
  ioprio_process = 1,
  room = 512,
};

struct program {
  struct sock_filter code[room];
  unsigned short count;
};

static void emit(struct program *program, uint16_t code, uint8_t met, uint8_t unmet, uint32_t value) {
  if (program->count < room) program->code[program->count] = (struct sock_filter){code, met, unmet, value};
  program->count += 1;
}

static void load(struct program *program, size_t offset) {
  emit(program, BPF_LD | BPF_W | BPF_ABS, 0, 0, (uint32_t)offset);
}

// The lower half of an argument, which is all of it for the numbers here; both machines are little-endian.
static void load_argument(struct program *program, int place) {
  load(program, offsetof(struct seccomp_data, args) + 8 * (size_t)place);
}

static void allow(struct program *program) { emit(program, BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW); }

static void fail(struct program *program, int error) {
  emit(program, BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ERRNO | (uint32_t)error);
}

// Goes on when the loaded value is another one, else past the next `count` instructions, and the other way round.
static void skip_if(struct program *program, uint32_t value, uint8_t count) {
  emit(program, BPF_JMP | BPF_JEQ | BPF_K, count, 0, value);
}

static void skip_unless(struct program *program, uint32_t value, uint8_t count) {
  emit(program, BPF_JMP | BPF_JEQ | BPF_K, 0, count, value);
}

static void refuse(struct program *program, uint32_t call, int error) {
  skip_unless(program, call, 1);
  fail(program, error);
}

// MARK: - Rules on arguments
//
// Each begins with the number of the call loaded, and leaves it so for all other calls.

// Fails when an argument is one of the values.
static void refuse_values(
    struct program *program, uint32_t call, int place, const uint32_t *values, uint8_t count, int error) {
  skip_unless(program, call, (uint8_t)(2 * count + 2));
  load_argument(program, place);
  for (uint8_t index = 0; index < count; index += 1) refuse(program, values[index], error);
  allow(program);
}

// Fails unless an argument is one of two values.
static void allow_values(
    struct program *program, uint32_t call, int place, uint32_t first, uint32_t second, int error) {
  skip_unless(program, call, 5);
  load_argument(program, place);
  skip_if(program, first, 2);
  skip_if(program, second, 1);
  fail(program, error);
  allow(program);
}

// Fails unless one argument has a value, and another one, too.
static void allow_both(
    struct program *program, uint32_t call, int place, uint32_t value, int other, uint32_t other_value, int error) {
  skip_unless(program, call, 6);
  load_argument(program, place);
  skip_unless(program, value, 2);
  load_argument(program, other);
  skip_if(program, other_value, 1);
  fail(program, error);
  allow(program);
}

static void add_processes(struct program *program, uint32_t self) {
  // The C library falls back to clone, whose flags can be seen.
  refuse(program, call_clone3, ENOSYS);
  skip_unless(program, SYS_clone, 5);
  load_argument(program, 0);
  emit(program, BPF_JMP | BPF_JSET | BPF_K, 2, 0, clone_spaces);
  emit(program, BPF_JMP | BPF_JSET | BPF_K, 0, 1, CLONE_THREAD);
  allow(program);
  fail(program, EPERM);
#ifdef SYS_fork
  refuse(program, SYS_fork, EPERM);
  refuse(program, SYS_vfork, EPERM);
#endif
  refuse(program, SYS_execve, EPERM);
  refuse(program, SYS_execveat, EPERM);

  // The group is that of a session of its own, in which nobody else is.
  allow_values(program, SYS_kill, 0, self, 0, EPERM);
  allow_values(program, SYS_tkill, 0, self, self, EPERM);
  allow_values(program, SYS_tgkill, 0, self, self, EPERM);
  allow_values(program, SYS_rt_sigqueueinfo, 0, self, self, EPERM);
  allow_values(program, SYS_rt_tgsigqueueinfo, 0, self, self, EPERM);
  refuse(program, call_pidfd_send_signal, EPERM);
  // The kernel signals the owner of a file, who may be anybody.
  static const uint32_t owning[] = {F_SETOWN, F_SETOWN_EX};
  refuse_values(program, SYS_fcntl, 1, owning, 2, EPERM);

  // What would limit, slow down or pin the app.
  allow_values(program, SYS_prlimit64, 0, self, 0, EPERM);
  allow_values(program, SYS_sched_setaffinity, 0, self, 0, EPERM);
  allow_values(program, SYS_sched_setscheduler, 0, self, 0, EPERM);
  allow_values(program, SYS_sched_setparam, 0, self, 0, EPERM);
  allow_values(program, SYS_sched_setattr, 0, self, 0, EPERM);
  allow_both(program, SYS_setpriority, 0, PRIO_PROCESS, 1, 0, EPERM);
  allow_both(program, SYS_ioprio_set, 0, ioprio_process, 1, 0, EPERM);
}

static void add_sockets(struct program *program) {
  // Behind local sockets are the agents and buses of the user; a route is what getaddrinfo asks for.
  skip_unless(program, SYS_socket, 8);
  load_argument(program, 0);
  skip_if(program, AF_INET, 5);
  skip_if(program, AF_INET6, 4);
  skip_unless(program, AF_NETLINK, 2);
  load_argument(program, 2);
  skip_if(program, netlink_route, 1);
  fail(program, EACCES);
  allow(program);
  // A pair for datagrams is connected only in name: each datagram can have another address.
  skip_unless(program, SYS_socketpair, 6);
  load_argument(program, 1);
  emit(program, BPF_ALU | BPF_AND | BPF_K, 0, 0, 0xF);
  skip_if(program, SOCK_STREAM, 2);
  skip_if(program, SOCK_SEQPACKET, 1);
  fail(program, EACCES);
  allow(program);
}

static void add_arguments(struct program *program) {
  static const uint32_t options[] = {PR_SET_PDEATHSIG, PR_SET_DUMPABLE};
  refuse_values(program, SYS_prctl, 0, options, 2, EPERM);
  static const uint32_t requests[] = {ioctl_simulate_input, ioctl_console, ioctl_set_owner, ioctl_set_group};
  refuse_values(program, SYS_ioctl, 1, requests, 4, EPERM);
  allow_values(program, SYS_personality, 0, UINT32_MAX, UINT32_MAX, EPERM);
  // Times are changed by path or, with no path, of an open file; the upper half of a pointer counts, too.
  skip_unless(program, SYS_utimensat, 6);
  load_argument(program, 1);
  skip_unless(program, 0, 3);
  load(program, offsetof(struct seccomp_data, args) + 8 + 4);
  skip_unless(program, 0, 1);
  allow(program);
  fail(program, EPERM);
}

// MARK: - Calls that are refused whatever their arguments are

static const uint16_t refused[] = {
    // Other processes, and the caller's own from outside.
    SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kcmp, SYS_migrate_pages, SYS_move_pages,
    call_pidfd_getfd, call_process_madvise, call_process_mrelease,
    // What other processes of the user have left in the kernel.
    SYS_keyctl, SYS_add_key, SYS_request_key, SYS_shmget, SYS_shmat, SYS_msgget, SYS_semget, SYS_mq_open,
    SYS_mq_unlink,
    // Files by path that Landlock does not keep; those of an open file are allowed.
    SYS_truncate, SYS_fchmodat, call_fchmodat2, SYS_fchownat, SYS_setxattr, SYS_lsetxattr, SYS_removexattr,
    SYS_lremovexattr, call_setxattrat, call_removexattrat, call_file_setattr, SYS_open_by_handle_at,
#ifdef SYS_chmod
    SYS_chmod, SYS_chown, SYS_lchown, SYS_utime, SYS_utimes, SYS_futimesat,
#endif
    // File systems and name spaces.
    SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_unshare, SYS_setns, SYS_swapon, SYS_swapoff,
    SYS_quotactl, SYS_fanotify_init, call_open_tree, call_open_tree_attr, call_move_mount, call_fsopen, call_fsconfig,
    call_fsmount, call_fspick, call_mount_setattr, call_quotactl_fd,
    // The kernel itself, and its parts that had the most holes.
    SYS_bpf, SYS_perf_event_open, SYS_userfaultfd, call_io_uring_setup, call_io_uring_enter, call_io_uring_register,
    SYS_kexec_load, SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_reboot, SYS_acct, SYS_syslog,
    SYS_settimeofday, SYS_clock_settime, SYS_sethostname, SYS_setdomainname,
#ifdef SYS_kexec_file_load
    SYS_kexec_file_load,
#endif
#ifdef SYS_iopl
    SYS_iopl, SYS_ioperm,
#endif
};

static void assemble(struct program *program, uint32_t self) {
  load(program, offsetof(struct seccomp_data, arch));
  skip_if(program, machine, 1);
  fail(program, EPERM);
  load(program, offsetof(struct seccomp_data, nr));
#ifdef __x86_64__
  emit(program, BPF_JMP | BPF_JGE | BPF_K, 0, 1, call_x32);
  fail(program, EPERM);
#endif
  emit(program, BPF_JMP | BPF_JGT | BPF_K, 0, 1, call_newest);
  fail(program, ENOSYS);
  for (size_t index = 0; index < sizeof refused / sizeof refused[0]; index += 1) {
    refuse(program, refused[index], EPERM);
  }
  add_processes(program, self);
  add_sockets(program);
  add_arguments(program);
  allow(program);
}

bool sandbox_can_filter_calls(void) {
  uint32_t action = SECCOMP_RET_ERRNO;
  return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

int sandbox_filter_calls(void) {
  struct program program = {.count = 0};
  assemble(&program, (uint32_t)getpid());
  if (program.count > room) return -E2BIG;
  struct sock_fprog filter = {.len = program.count, .filter = program.code};
  long result = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &filter);
  // A positive result is a thread that could not be put under it.
  return result < 0 ? -errno : result > 0 ? -EBUSY : 0;
}
