import { useTranslation } from 'react-i18next'
import { type Status, type StatusFacts, statusWord } from './status.ts'

export function useStatusWord() {
  const { t, i18n } = useTranslation()
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 0 })
  return (status: Status, facts: StatusFacts = {}) =>
    statusWord(t, status, facts, share => percent.format(share))
}
