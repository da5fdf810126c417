// qt-plugin.cpp - a Qt plugin that has only metadata.
#include <QObject>
#include <QtPlugin>

class PeerPlugin : public QObject {
  Q_OBJECT
  Q_PLUGIN_METADATA(IID "com.example.peer" FILE "qt-plugin.json")
};

#include "qt-plugin.moc"
