/* command.c - the least work of a command about a plugin: loads the plugin, and asks for its id. Without a plugin it
 * prints a line. */
#include "appcontroller_provider.h"

#include <dlfcn.h>
#include <stdio.h>

int main(int count, char **arguments) {
  if (count < 2) return puts("usage: command PLUGIN") < 0;
  void *library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  ack_status (*entry)(const ack_query *, ack_answer *) = NULL;
  if (library) *(void **)&entry = dlsym(library, "ack_provider_query");
  if (!entry) {
    fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  ack_query query = {
      .struct_size = sizeof query,
      .magic = ACK_MAGIC,
      .abi_major_min = ACK_ABI_MAJOR,
      .abi_major_max = ACK_ABI_MAJOR,
      .host_version = {"1.0.0", 5},
  };
  ack_answer answer = {.struct_size = sizeof answer};
  if (entry(&query, &answer) != ACK_OK) return 1;
  return printf("%.*s\n", (int)answer.id.len, answer.id.ptr) < 0;
}
