import { useTranslation } from 'react-i18next'
import { type Status, type StatusFacts, statusText } from './status.ts'

export function useStatusText() {
  const { t, i18n } = useTranslation()
  // Created on first use: most cards have no share to format.
  const percent = (share: number) =>
    new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 0 }).format(share)
  return (status: Status, facts: StatusFacts = {}) => statusText(t, status, facts, percent)
}
