import { createLink } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PosterCard } from '#ui/poster-card.tsx'
import type { Status } from '#ui/status.ts'
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
  status?: Status | undefined
}

/** A movie, show or person, leading to its page. */
export function TitleCard({ title, slot, detail, mixed = false, status }: TitleCardProps) {
  const { t } = useTranslation()
  const sources = useSources()
  const kind = mixed ? t(`discover.kind.${title.type}`) : undefined
  return (
    <PosterLink
      to={PAGE[title.type]}
      params={{ id: String(title.id) }}
      title={title.name}
      detail={detail ?? ([kind, title.year].filter(Boolean).join(' · ') || undefined)}
      status={status}
      tint={tintOf(title.id)}
      {...sources(title.picture, title.type === 'person' ? 'profile' : 'poster', slot)}
    />
  )
}
