// qt-metadata.cpp - reads the metadata of Qt plugins, without running them.
#include "orders.h"

#include <QDir>
#include <QJsonObject>
#include <QPluginLoader>

static int scan(const char *folder) {
  int count = 0;
  const QDir dir(QString::fromUtf8(folder));
  for (const QString &name : dir.entryList(QDir::Files)) {
    QPluginLoader plugin(dir.filePath(name));
    if (plugin.metaData().value("MetaData").toObject().value("id") == "com.example.peer") count++;
  }
  return count;
}

int main() { return serve(nullptr, scan); }
