import { useTranslation } from 'react-i18next'

export function SkipLink() {
  const { t } = useTranslation()
  return (
    <a
      href="#main"
      // With <base href>, a bare fragment would leave the page, so the focus is moved by hand.
      onClick={event => {
        event.preventDefault()
        document.getElementById('main')?.focus()
      }}
      className="fixed start-4 top-4 z-60 -translate-y-24 rounded-control bg-accent px-4 py-3 text-sm font-semibold text-on-solid focus-visible:translate-y-0"
    >
      {t('shell.skip')}
    </a>
  )
}
