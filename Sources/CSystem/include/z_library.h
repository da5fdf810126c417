// The function of libz.so.1 that is used, as a function type. It is not linked, and its header is not needed: the library
// is opened at run time, if it is installed.

#ifndef CSYSTEM_Z_LIBRARY_H
#define CSYSTEM_Z_LIBRARY_H

#pragma clang assume_nonnull begin

// uncompress2. Both sizes are what there is room for and what there is, and then what was written and read.
typedef int (*z_uncompress_function)(
    unsigned char *to, unsigned long *to_size, const unsigned char *from, unsigned long *from_size);

#pragma clang assume_nonnull end

#endif
