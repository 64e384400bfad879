import { createLink } from '@tanstack/react-router'
import { memo, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { WithHeart } from '#lib/card-heart.tsx'
import { tintOf } from '#lib/tint.ts'
import { PosterCard } from '#ui/poster-card.tsx'
import { type CardMark, Marked } from './card-mark.ts'
import { useSources } from './image-base.ts'
import type { SLOTS } from './images.ts'
import type { Title } from '../title.ts'

export const PosterLink = createLink(PosterCard)

const PAGE = { movie: '/movies/$id', tv: '/tv/$id', person: '/person/$id' } as const

interface TitleCardProps {
  title: Title
  slot: keyof typeof SLOTS
  /** Below the name instead of the year: a role or a job. */
  detail?: string | undefined
  /** In a mixed row: show the media type. */
  mixed?: boolean
}

/** A movie, show or person linked to its page, with a status mark for titles. */
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
  // Always present, otherwise the card would be recreated when the mark arrives.
  return (
    <WithHeart
      card={card}
      action={mark?.action}
      watched={{ kind: title.type, id: String(title.id) }}
      name={title.name}
    />
  )
})
