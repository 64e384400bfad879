import type { TvMatch } from '@foyer/contract/tv-matches/tv-match'
import CirclePause from 'lucide-react/icons/circle-pause'
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import { useTranslation } from 'react-i18next'
import { Badge } from '#ui/badge.tsx'

/** How a show was matched, as a badge. */
export function MatchBadge({ match }: { match: Pick<TvMatch, 'state' | 'provenance'> }) {
  const { t } = useTranslation()
  if (match.state === 'paused') {
    return (
      <Badge tone="warn" icon={<CirclePause aria-hidden />}>
        {t('tv_matches.state.paused')}
      </Badge>
    )
  }
  if (match.state === 'unresolved') {
    return (
      <Badge tone="warn" icon={<CircleQuestionMark aria-hidden />}>
        {t('tv_matches.state.unresolved')}
      </Badge>
    )
  }
  const tone = match.provenance === 'custom' ? 'accent' : 'neutral'
  return <Badge tone={tone}>{t(`tv_matches.provenance.${match.provenance}`)}</Badge>
}
