#define _GNU_SOURCE  // for O_PATH, dlinfo, dl_iterate_phdr and memfd_create

#include "library_files.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// MARK: - Opening

// Opens an entry of a folder, and closes the folder.
static int open_entry(int folder, const char *name, int flags) {
  int entry = openat(folder, name, flags | O_NOFOLLOW | O_CLOEXEC);
  int problem = errno;
  close(folder);
  if (entry < 0) return -problem;
  struct stat status;
  // With O_PATH, a link itself is opened.
  if (fstat(entry, &status) == 0 && !S_ISLNK(status.st_mode)) return entry;
  close(entry);
  return -ELOOP;
}

// Opens a path component by component, on a kernel or in a container without openat2.
static int walk(const char *path, int flags) {
  int folder = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return -errno;
  while (1) {
    char name[NAME_MAX + 1];
    while (*path == '/') path += 1;
    size_t size = strcspn(path, "/");
    if (size >= sizeof name) return close(folder), -ENAMETOOLONG;
    memcpy(name, path, size);
    name[size] = 0;
    path += size;
    if (path[strspn(path, "/")] == 0) return open_entry(folder, size == 0 ? "." : name, flags);
    folder = open_entry(folder, name, O_PATH | O_DIRECTORY);
    if (folder < 0) return folder;
  }
}

int place_open_linked(const char *path) {
  int place = open(path, O_PATH | O_CLOEXEC);
  return place < 0 ? -errno : place;
}

int place_open(const char *path, bool is_read) {
  // Opening a pipe for reading would wait for a writer.
  const int flags = is_read ? O_RDONLY | O_NONBLOCK : O_PATH;
  // The kernel's struct open_how, with RESOLVE_NO_MAGICLINKS and RESOLVE_NO_SYMLINKS.
  const struct {
    uint64_t flags, mode, resolve;
  } how = {.flags = (uint64_t)(flags | O_CLOEXEC), .resolve = 0x02 | 0x04};
  enum { open_without_links = 437 };
  if (*path != '/') return -EINVAL;
  long place = syscall(open_without_links, AT_FDCWD, path, &how, sizeof how);
  if (place >= 0) return (int)place;
  return errno == ENOSYS || errno == EPERM ? walk(path, flags) : -errno;
}

int memory_file(const void *bytes, size_t size) {
  // Where the machine forbids memory files that can be executed, this is what there is; older kernels do not know it.
  enum { never_executed = 8 };
  int file = memfd_create("appcontroller", MFD_CLOEXEC | never_executed);
  if (file < 0 && errno == EINVAL) file = memfd_create("appcontroller", MFD_CLOEXEC);
  if (file < 0) return -errno;
  if (write(file, bytes, size) == (ssize_t)size) return file;
  close(file);
  return -EIO;
}

// MARK: - Mapped libraries

static const char *soname(const struct dl_phdr_info *info) {
  for (int index = 0; index < info->dlpi_phnum; index += 1) {
    if (info->dlpi_phdr[index].p_type != PT_DYNAMIC) continue;
    const char *strings = NULL;
    const ElfW(Dyn) *name = NULL;
    const ElfW(Dyn) *entry = (const ElfW(Dyn) *)(info->dlpi_addr + info->dlpi_phdr[index].p_vaddr);
    for (; entry->d_tag != DT_NULL && (name == NULL || strings == NULL); entry += 1) {
      if (entry->d_tag == DT_SONAME) name = entry;
      // The loader adds the address, except where the section cannot be written, as in the kernel's own library.
      if (entry->d_tag == DT_STRTAB) {
        ElfW(Addr) place = entry->d_un.d_ptr;
        strings = (const char *)(place < info->dlpi_addr ? place + info->dlpi_addr : place);
      }
    }
    return name != NULL && strings != NULL ? strings + name->d_un.d_val : NULL;
  }
  return NULL;
}

struct addresses {
  uint64_t *addresses;
  size_t room, count;
};

static int add_address(struct dl_phdr_info *info, size_t size, void *argument) {
  (void)size;
  struct addresses *all = argument;
  if (all->count < all->room) all->addresses[all->count] = info->dlpi_addr;
  all->count += 1;
  return 0;
}

size_t mapped_addresses(uint64_t *addresses, size_t room) {
  struct addresses all = {addresses, room, 0};
  dl_iterate_phdr(add_address, &all);
  return all.count;
}

struct visit {
  const uint64_t *known, *end;
  const char *name;
  mapped_library each;
  void *context;
};

static int visit(struct dl_phdr_info *info, size_t size, void *argument) {
  (void)size;
  struct visit *visit = argument;
  // The next one, unless libraries have been unmapped.
  for (const uint64_t *known = visit->known; known < visit->end; known += 1) {
    if (*known != info->dlpi_addr) continue;
    visit->known = known + 1;
    return 0;
  }
  const char *name = soname(info);
  if (visit->name != NULL) {
    const char *slash = strrchr(info->dlpi_name, '/');
    const char *own = name != NULL ? name : slash != NULL ? slash + 1 : "";
    if (strcmp(own, visit->name) != 0) return 0;
  }
  return !visit->each(visit->context, info->dlpi_name, name, info->dlpi_addr);
}

void mapped_libraries(
    const uint64_t *known, size_t count, const char *name, mapped_library each, void *context) {
  struct visit call = {known, known + count, name, each, context};
  dl_iterate_phdr(visit, &call);
}

void library_rename(void *library, const char *path) {
  struct link_map *map = NULL;
  if (dlinfo(library, RTLD_DI_LINKMAP, &map) != 0 || strcmp(map->l_name, path) == 0) return;
  char *name = strdup(path);
  if (name != NULL) map->l_name = name;
}

uint64_t library_address(void *library) {
  struct link_map *map = NULL;
  return dlinfo(library, RTLD_DI_LINKMAP, &map) == 0 ? map->l_addr : 0;
}
