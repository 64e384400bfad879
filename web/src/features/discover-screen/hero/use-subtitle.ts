import { useTranslation } from 'react-i18next'
import type { Title } from '../title.ts'

/** `Movie · 2024`: the line above a featured title. */
export function useSubtitle(title: Title | undefined): string {
  const { t } = useTranslation()
  if (!title) return ''
  return [t(`discover.kind.${title.type === 'tv' ? 'tv' : 'movie'}`), title.year].filter(Boolean).join(' · ')
}
