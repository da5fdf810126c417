// qt-plugin.cpp - a plugin of Qt that does nothing but say who it is.
#include <QObject>
#include <QtPlugin>

class PeerPlugin : public QObject {
  Q_OBJECT
  Q_PLUGIN_METADATA(IID "com.example.peer" FILE "qt-plugin.json")
};

#include "qt-plugin.moc"
