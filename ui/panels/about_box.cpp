// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/about_box.h"

#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPlainTextEdit>
#include <QStandardItemModel>
#include <QTableView>
#include <QVBoxLayout>

#include "widgets/basics.h"
#include "widgets/tables.h"

namespace todevice {

namespace {

QByteArray read(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QDialogButtonBox* makeClose(QDialog* dialog) {
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
  return buttons;
}

QTableView* makeList(QStandardItemModel* model, const QList<int>& widths) {
  QTableView* table = makeTable(model, widths);
  table->setSelectionBehavior(QAbstractItemView::SelectRows);
  table->setSelectionMode(QAbstractItemView::SingleSelection);
  table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  return table;
}

}  // namespace

AboutBox::AboutBox(QWidget* parent) : QDialog(parent) {
  setWindowTitle(tr("About ToDevice"));
  const Look& look = Look::get();
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(24, 20, 24, 16);
  column->setSpacing(12);
  auto* head = new QHBoxLayout;
  head->setSpacing(16);
  auto* icon = new QLabel;
  icon->setPixmap(look.pixmap(QStringLiteral("todevice"), look.px(56)));
  auto* words = new QVBoxLayout;
  words->setSpacing(2);
  words->addWidget(makeLabel(tr("ToDevice %1").arg(QCoreApplication::applicationVersion()), "title"));
  auto* what = makeLabel(tr("Shows where tensors live. The window is free software under the GPL, version 3 "
                            "or later; the engine, "
                            "the worker and the lessons are under the Apache licence 2.0."),
                         "muted");
  what->setWordWrap(true);
  words->addWidget(what);
  head->addWidget(icon, 0, Qt::AlignTop);
  head->addLayout(words, 1);
  column->addLayout(head);
  column->addWidget(makeLabel(tr("What it is made of. Choose a line to read its licence."), "small"));

  auto* model = new QStandardItemModel(this);
  model->setHorizontalHeaderLabels({tr("Name"), tr("Licence"), tr("Used for"), tr("Copyright")});
  const QJsonArray parts = QJsonDocument::fromJson(read(QStringLiteral(":/licenses/components.json")))
                               .object()[QStringLiteral("components")]
                               .toArray();
  for (qsizetype i = 0; i < parts.size(); ++i) {
    const QJsonObject part = parts[i].toObject();
    QList<QStandardItem*> row;
    for (const char* field : {"name", "license", "use", "copyright"}) {
      row << new QStandardItem(part[QLatin1String(field)].toString());
      row.last()->setToolTip(row.last()->text());
    }
    row.first()->setData(part[QLatin1String("text")].toString());
    model->appendRow(row);
  }
  QTableView* table = makeList(model, {200, 140, 230});
  auto* text = new QPlainTextEdit;
  text->setReadOnly(true);
  text->setFont(look.mono(0.88));
  text->setAccessibleName(tr("Text of the licence"));
  connect(table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [model, text](const QModelIndex& index) {
            const QString file = model->item(index.row())->data().toString();
            text->setPlainText(QString::fromUtf8(read(QStringLiteral(":/licenses/") + file)));
          });
  column->addWidget(table, 1);
  column->addWidget(text, 1);
  column->addWidget(makeClose(this));
  table->selectRow(0);
  resize(look.px(760), look.px(600));
}

ShortcutsBox::ShortcutsBox(const QList<std::pair<QString, QString>>& keys, QWidget* parent)
    : QDialog(parent) {
  setWindowTitle(tr("All keys"));
  auto* model = new QStandardItemModel(this);
  model->setHorizontalHeaderLabels({tr("Key"), tr("What it does")});
  for (const auto& [key, what] : keys) model->appendRow({new QStandardItem(key), new QStandardItem(what)});
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(16, 16, 16, 12);
  column->addWidget(makeList(model, {180}));
  column->addWidget(makeClose(this));
  resize(Look::get().px(720), Look::get().px(600));
}

}  // namespace todevice
