import { useTranslation } from 'react-i18next'

/** 2:4.11: a missing measurement is not zero. */
export function Unknown() {
  const { t } = useTranslation()
  return (
    <>
      <span aria-hidden className="text-muted">
        –
      </span>
      <span className="sr-only">{t('transcoder.counts.unknown')}</span>
    </>
  )
}
