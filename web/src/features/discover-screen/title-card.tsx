import { createLink } from '@tanstack/react-router'
import { memo, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { PosterCard } from '#ui/poster-card.tsx'
import { type CardMark, Marked } from './card-mark.ts'
import { useSources } from './image-base.ts'
import { type SLOTS, tintOf } from './images.ts'
import type { Title } from './title.ts'

export const PosterLink = createLink(PosterCard)

const PAGE = { movie: '/movies/$id', tv: '/tv/$id', person: '/person/$id' } as const

interface TitleCardProps {
  title: Title
  slot: keyof typeof SLOTS
  /** Below the name in place of the year: a role, a job. */
  detail?: string | undefined
  /** Among others of another kind: say which it is. */
  mixed?: boolean
}

/** A movie, show or person, leading to its page; a title with the mark of where it stands. */
export function TitleCard(props: TitleCardProps) {
  const WithMark = useContext(Marked)
  if (props.title.type === 'person') return <PlainCard {...props} mark={undefined} />
  // oxlint-disable-next-line react/static-components -- one component for the life of the page, not one per render
  return <WithMark title={props.title}>{mark => <PlainCard {...props} mark={mark} />}</WithMark>
}

const PlainCard = memo(function PlainCard({
  title,
  slot,
  detail,
  mixed = false,
  mark,
}: TitleCardProps & { mark: CardMark | undefined }) {
  const { t } = useTranslation()
  const sources = useSources()
  const kind = mixed ? t(`discover.kind.${title.type}`) : undefined
  const card = (
    <PosterLink
      to={PAGE[title.type]}
      params={{ id: String(title.id) }}
      title={title.name}
      detail={detail ?? ([kind, title.year].filter(Boolean).join(' · ') || undefined)}
      status={mark?.status}
      facts={mark?.facts}
      tint={tintOf(title.id)}
      {...sources(title.picture, title.type === 'person' ? 'profile' : 'poster', slot)}
    />
  )
  // The frame is there before the mark is known, or the card would be made anew when it comes.
  return (
    <div className="group/card relative">
      {card}
      {mark?.action}
    </div>
  )
})
