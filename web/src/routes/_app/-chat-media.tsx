import type { ChatMediaResult } from '@foyer/contract/assistant/chat'
import type { StatusResponse } from '@foyer/contract/title-statuses'
import { useQuery } from '@tanstack/react-query'
import { createLink } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { configQuery } from '#features/app-config/api.ts'
import { coverUrl } from '#features/books/cards/cover.ts'
import { formatStates } from '#features/books/title/format-states.ts'
import { bookStatusQuery } from '#features/books/shelf/library-api.ts'
import { sourcesOf } from '#features/discover-screen/cards/images.ts'
import { artworkOf } from '#features/music/album.ts'
import { albumStatusQuery } from '#features/music/library-api.ts'
import { type RequestTarget, useOpenRequestSheet } from '#features/requests/ask/request-sheet-context.ts'
import { useSettledMark } from '#features/title-status/use-title-mark.ts'
import { fromServer } from '#lib/base-url.ts'
import { hasPermission } from '#lib/guard.ts'
import { librariesFor } from '#lib/libraries.ts'
import { shownStatus } from '#lib/request-status.ts'
import { tintOf } from '#lib/tint.ts'
import { Button } from '#ui/button.tsx'
import { MediaCard, type MediaCardProps } from '#ui/media-card.tsx'
import { RowScroller } from '#ui/row-scroller.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Status, StatusFacts } from '#ui/status.ts'
import { useStatusText } from '#ui/use-status-text.ts'

const CardLink = createLink(MediaCard)

/** The status of a title; undefined while it loads. */
interface Mark {
  status: Status
  facts: StatusFacts
  can_request: boolean
}

/** It could not be read; its page says why. */
const UNKNOWN: Mark = { status: 'unknown', facts: {}, can_request: false }

interface CardProps {
  item: ChatMediaResult
  /** Whether this account has a library for it. */
  has_library: boolean
}

/** The titles of an answer with their live status. Which ones is the server's decision, with all limits applied. */
export function ChatMedia({ items }: { items: readonly ChatMediaResult[] }) {
  const { t } = useTranslation()
  const { data: config } = useQuery(configQuery())
  const can_request = hasPermission('media:request')
  return (
    <RowScroller label={t('chat.titles')}>
      {items.map(item => {
        const has_library = can_request && librariesFor(config, item.media_type).length > 0
        const Card = CARDS[item.media_type]
        return <Card key={`${item.media_type}-${item.id}`} item={item} has_library={has_library} />
      })}
    </RowScroller>
  )
}

const CARDS = { movie: ScreenCard, tv: ScreenCard, book: BookCard, music: AlbumCard } as const

function detailOf({ by, year }: ChatMediaResult): string | undefined {
  return [by, year].filter(Boolean).join(' · ') || undefined
}

function ScreenCard({ item, has_library }: CardProps) {
  const { data: config } = useQuery(configQuery())
  const media_type = item.media_type === 'tv' ? 'tv' : 'movie'
  const tmdb_id = Number(item.id)
  const title = { media_type, tmdb_id, instance_id: item.instance_id } as const
  const mark = useSettledMark(has_library ? title : null)
  const base = config && fromServer(config.image_base_url)
  return (
    <CardFrame
      target={{ ...title, name: item.title }}
      mark={mark && { ...mark, can_request: mark.status === 'unavailable' || mark.status === 'denied' }}
      has_library={has_library}
    >
      <CardLink
        to={media_type === 'tv' ? '/tv/$id' : '/movies/$id'}
        params={{ id: String(tmdb_id) }}
        {...lookOf(item, mark)}
        {...sourcesOf(base, item.poster_path, 'poster', 'row')}
        tint={tintOf(tmdb_id)}
        fit="cover"
      />
    </CardFrame>
  )
}

function BookCard({ item, has_library }: CardProps) {
  const { title: name, instance_id } = item
  const foreign_id = foreignId(item)
  const { data, isError } = useQuery({
    ...bookStatusQuery({ foreign_id, title: name }, instance_id),
    enabled: has_library,
  })
  const mark = data
    ? {
        status: shownStatus(data),
        facts: {},
        can_request: formatStates(data).some(({ ask }) => ask !== null),
      }
    : isError
      ? UNKNOWN
      : undefined
  return (
    <CardFrame
      target={{ media_type: 'book', foreign_id, name, instance_id }}
      mark={mark}
      has_library={has_library}
    >
      <CardLink
        to="/books/titles/$id"
        params={{ id: foreign_id }}
        search={{ title: name, ...(instance_id && { library: instance_id }) }}
        {...lookOf(item, mark)}
        src={coverUrl(item.poster_url)}
        tint={tintOf(foreign_id)}
        fit="contain"
      />
    </CardFrame>
  )
}

function AlbumCard({ item, has_library }: CardProps) {
  const { title: name, instance_id } = item
  const foreign_id = foreignId(item)
  const { data, isError } = useQuery({ ...albumStatusQuery(foreign_id, instance_id), enabled: has_library })
  const mark = data ? albumMark(data) : isError ? UNKNOWN : undefined
  return (
    <CardFrame
      target={{ media_type: 'music', foreign_id, name, instance_id }}
      mark={mark}
      has_library={has_library}
    >
      <CardLink
        to="/music/albums/$id"
        params={{ id: foreign_id }}
        search={instance_id ? { library: instance_id } : {}}
        {...lookOf(item, mark)}
        src={artworkOf(item.poster_url, instance_id)}
        tint={tintOf(foreign_id)}
        fit="contain"
      />
    </CardFrame>
  )
}

function albumMark(answer: StatusResponse): Mark {
  const status = shownStatus(answer)
  return {
    status,
    facts: status === 'downloading' ? { share: answer.progress / 100 } : {},
    can_request: status === 'unavailable' || status === 'denied',
  }
}

const foreignId = ({ foreign_id, id }: ChatMediaResult) => foreign_id ?? String(id)

/** All cards have one shape, so that their buttons stand in one line. */
function lookOf(item: ChatMediaResult, mark: Pick<Mark, 'status' | 'facts'> | undefined) {
  return {
    title: item.title,
    detail: detailOf(item),
    ratio: 'aspect-2/3',
    status: mark?.status,
    facts: mark?.facts,
  } satisfies Partial<MediaCardProps> & { ratio: string }
}

interface CardFrameProps {
  target: RequestTarget
  mark: Mark | undefined
  has_library: boolean
  children: ReactNode
}

/** The card with its status or a request button below, which has its place before it is known. */
function CardFrame({ target, mark, has_library, children }: CardFrameProps) {
  const { t } = useTranslation()
  const openSheet = useOpenRequestSheet()
  const statusText = useStatusText()
  return (
    <div className="flex h-full flex-col gap-2">
      {children}
      {has_library && (
        <div className="mt-auto flex min-h-control-sm items-center">
          {!mark ? (
            <Skeleton className="h-8 w-full" />
          ) : mark.can_request ? (
            <Button
              size="sm"
              block
              className="px-1!"
              icon={<Plus aria-hidden className="max-sm:hidden" />}
              aria-label={t('chat.request_this', { title: target.name })}
              onClick={() => openSheet(target)}
            >
              {t('chat.request')}
            </Button>
          ) : (
            // The poster has the mark already; alone, the text fits a narrow card.
            mark.status !== 'unavailable' && (
              <span className="text-xs tabular-nums">{statusText(mark.status, mark.facts)}</span>
            )
          )}
        </div>
      )}
    </div>
  )
}
