// The functions of libqrencode.so.4 that are used, as function types. It is not linked, and its header is not needed:
// the library is opened at run time, if it is installed.

#ifndef CSYSTEM_QR_CODE_H
#define CSYSTEM_QR_CODE_H

#pragma clang assume_nonnull begin

// QRcode. The lowest bit of a byte of `data` says that the module is dark.
struct qr_code {
  int version;
  int width;
  unsigned char *_Nullable data;
};

typedef struct qr_code *_Nullable (*qr_encode_function)(
    const char *text, int version, int level, int hint, int is_case_sensitive);
typedef void (*qr_free_function)(struct qr_code *code);

#pragma clang assume_nonnull end

#endif
