// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/gpu_panel.h"

#include <QPushButton>
#include <algorithm>

#include "models/joined.h"
#include "panels/workspace.h"
#include "widgets/basics.h"
#include "widgets/breakable.h"

namespace todevice {

namespace {

constexpr int kMostChips = 64;  ///< nobody reads more

}  // namespace

void GpuPanel::showTokens() {
  const GpuMapModel* model = m_workspace->gpus();
  const std::optional<QString> text = model->variable();
  if (m_variable->text() != text.value_or(QString())) m_variable->setText(text.value_or(QString()));
  m_variable->setFont(Look::get().mono());
  m_variable->setPlaceholderText(text ? tr("empty: no GPU is visible") : tr("unset: every GPU is visible"));
  m_unset->setEnabled(text.has_value());
  m_count->setText(QStringLiteral("device_count() → %1").arg(qMax(0, model->torchDeviceCount())));
  m_count->setToolTip(tr("What torch.cuda.device_count() says under this setting"));
  while (QLayoutItem* item = m_tokens->layout()->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  QStringList odd;
  QString bad;  // what ends or spoils the list, not what it does to the others
  const std::vector<TokenVerdict> tokens = model->tokens();
  for (const TokenVerdict& token : tokens) {
    if (m_tokens->layout()->count() == kMostChips) {
      m_tokens->layout()->addWidget(
          makeLabel(tr("and %1 more").arg(int(tokens.size()) - kMostChips), "small"));
      break;
    }
    const bool fine = token.verdict == visibility::Verdict::visible;
    auto* chip = makeLabel(QStringLiteral("%1 %2").arg(!fine       ? QStringLiteral("✗")
                                                       : token.odd ? QStringLiteral("!")
                                                                   : QStringLiteral("✓"),
                                                       shortened(token.text)),
                           "chip");
    setTone(chip, !fine ? "bad" : token.odd ? "warn" : "good");
    chip->setToolTip(token.why);
    chip->setAccessibleName(labelled(shortened(token.text), token.why));
    m_tokens->layout()->addWidget(chip);
    const bool cause = !fine && token.verdict != visibility::Verdict::refused;
    if (bad.isEmpty() && cause) bad = labelled(QStringLiteral("“%1”").arg(shortened(token.text)), token.why);
    if (fine && token.odd) odd << labelled(QStringLiteral("“%1”").arg(token.text), token.why);
  }
  m_tokens->setVisible(!tokens.empty());
  const bool twice = std::any_of(tokens.begin(), tokens.end(), [](const TokenVerdict& token) {
    return token.verdict == visibility::Verdict::duplicate;
  });
  QString words = twice ? QString() : model->errorWords();  // the entry says it, and which GPU
  if (!bad.isEmpty()) words = words.isEmpty() ? bad : bad + QLatin1Char('\n') + words;
  if (!odd.isEmpty())
    words = odd.join(QLatin1Char('\n')) + (words.isEmpty() ? words : QLatin1Char('\n') + words);
  m_tokenWords->setText(words);
  m_tokenWords->setVisible(!m_tokenWords->text().isEmpty());
  m_torchWords->setText(model->torchWords());
  m_torchWords->setVisible(!m_torchWords->text().isEmpty());
  fitVerdicts();
}

}  // namespace todevice
