// qlibrary.cpp - Qt's loader of libraries of any kind.
#include "orders.h"

#include <QLibrary>

static void load(const char *path) {
  QLibrary library(QString::fromUtf8(path));
  if (!library.load() || !library.resolve(ENTRY)) fail(path, qPrintable(library.errorString()));
}

int main() { return serve(load, nullptr); }
