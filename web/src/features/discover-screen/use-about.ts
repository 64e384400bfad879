import { useTranslation } from 'react-i18next'
import type { Title } from './title.ts'

/** `Movie · 2024`: the line above the name of a headline. */
export function useAbout(title: Title | undefined): string {
  const { t } = useTranslation()
  if (!title) return ''
  return [t(`discover.kind.${title.type === 'tv' ? 'tv' : 'movie'}`), title.year].filter(Boolean).join(' · ')
}
