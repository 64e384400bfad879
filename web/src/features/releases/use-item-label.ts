import { useTranslation } from 'react-i18next'
import { type CalendarItem, runsOf } from './calendar-items.ts'

/** The line below a title: what is released, and which part. */
export function useItemLabel() {
  const { t } = useTranslation()
  return (item: CalendarItem): string => {
    const { kind, season_number, episodes, episode_title, maker } = item
    if (kind !== 'episode') return [maker, t(`calendar.kind.${kind}`)].filter(Boolean).join(' · ')
    const numbers = runsOf(episodes)
    const code =
      season_number === 0
        ? t('calendar.special', { numbers })
        : t('calendar.episode', { season: season_number, numbers })
    const rest = episodes.length > 1 ? t('calendar.episodes', { count: episodes.length }) : episode_title
    return [code, rest].filter(Boolean).join(' · ')
  }
}
