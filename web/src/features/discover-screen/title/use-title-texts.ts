import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'

/** Short texts about a title that several pages show. */
export function useTitleTexts() {
  const { t } = useTranslation()
  const format = useFormat()
  return {
    runtime(minutes: number | null | undefined): string | undefined {
      if (!minutes) return undefined
      const hours = Math.floor(minutes / 60)
      const rest = minutes % 60
      if (hours === 0) return t('discover.minutes', { minutes })
      return rest === 0 ? t('discover.hours', { hours }) : t('discover.runtime', { hours, minutes: rest })
    },
    score(average: number | undefined, votes: number | undefined): string | undefined {
      if (!average || !votes) return undefined
      const score = new Intl.NumberFormat(format.language, {
        minimumFractionDigits: 1,
        maximumFractionDigits: 1,
      }).format(average)
      return t('discover.score', { score })
    },
  }
}
