import { useTranslation } from 'react-i18next'
import { type Status, type StatusFacts, statusWord } from './status.ts'

export function useStatusWord() {
  const { t, i18n } = useTranslation()
  // Made when a share is told: cards by the dozen have none.
  const percent = (share: number) =>
    new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 0 }).format(share)
  return (status: Status, facts: StatusFacts = {}) => statusWord(t, status, facts, percent)
}
