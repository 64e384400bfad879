import type { MovieDetail } from '@foyer/contract/discover-screen/media-details'
import { useTranslation } from 'react-i18next'
import { RowScroller } from '#ui/row-scroller.tsx'
import { Section } from '#ui/section.tsx'
import { TitleCard } from '../cards/title-card.tsx'

const SHOWN = 20

export function CastRow({ credits }: { credits: MovieDetail['credits'] }) {
  const { t } = useTranslation()
  const cast = credits?.cast.slice(0, SHOWN) ?? []
  if (cast.length === 0) return null
  return (
    <Section title={t('discover.cast')}>
      <RowScroller label={t('discover.cast')}>
        {cast.map((person, at) => (
          <TitleCard
            key={`${person.id}-${at}`}
            slot="row"
            detail={person.character}
            title={{
              type: 'person',
              id: person.id,
              name: person.name,
              year: undefined,
              overview: '',
              picture: person.profile_path ?? undefined,
              backdrop: undefined,
            }}
          />
        ))}
      </RowScroller>
    </Section>
  )
}
