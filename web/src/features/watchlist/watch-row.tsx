import type { WatchlistEntry } from '@foyer/contract/watchlist'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { useFormat } from '#lib/i18n.ts'
import { focusBeside } from '#ui/focus-beside.ts'
import { toast } from '#ui/toast-store.ts'
import { useToggleWatched } from './api.ts'
import { HeartButton } from './heart.tsx'
import { Wishes } from './wishes.tsx'

interface WatchRowProps {
  entry: WatchlistEntry
  picture: ReactNode
  next_seasons_allowed: boolean
}

/** An entry of the watchlist, linked to its page. */
export function WatchRow({ entry, picture, next_seasons_allowed }: WatchRowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const row = useRef<HTMLLIElement>(null)
  const { mutateAsync: turn } = useToggleWatched()
  const { kind, detail, released_on, tell, request_next_seasons } = entry
  const name = entry.title || t('watchlist.unnamed')
  const facts = [
    t(`watchlist.kinds.${kind}`),
    detail,
    // At noon, so that no time zone moves the day.
    released_on && format.date(`${released_on}T12:00:00Z`),
    request_next_seasons && t('watchlist.next_seasons_short'),
  ].filter(Boolean)

  /** Can be undone: the entry comes back with what its person had chosen about it. */
  function takeOff() {
    const moveOn = focusBeside(row.current)
    const asks = request_next_seasons && next_seasons_allowed
    const wishes = { tell, ...(asks && { request_next_seasons }) }
    const run = () =>
      // The row is gone by then, and with it its callbacks.
      void turn({ ...entry, on: true, wishes }).catch((error: unknown) =>
        toast(errorText(t, error), { tone: 'danger' }),
      )
    return () => {
      moveOn()
      toast(t('watchlist.taken_off', { name }), { action: { label: t('approvals.undo'), run } })
    }
  }

  return (
    <li ref={row} className="flex items-center gap-2 py-3 pe-2 ps-4 sm:ps-5">
      <EntryLink entry={entry}>
        {picture}
        <span className="flex min-w-0 flex-col">
          <span className="font-medium wrap-anywhere">{name}</span>
          <span className="text-sm text-muted">{facts.join(' · ')}</span>
        </span>
      </EntryLink>
      <Wishes entry={entry} next_seasons_allowed={next_seasons_allowed} />
      <HeartButton watched={entry} name={name} onTakeOff={takeOff} />
    </li>
  )
}

const LINK = 'flex min-h-16 min-w-0 flex-1 items-center gap-4 rounded-control'

function EntryLink({ entry, children }: { entry: WatchlistEntry; children: ReactNode }) {
  const { kind, id, title, instance_id } = entry
  const search = instance_id ? { library: instance_id } : {}
  switch (kind) {
    case 'movie':
      return (
        <Link to="/movies/$id" params={{ id }} className={LINK}>
          {children}
        </Link>
      )
    case 'tv':
      return (
        <Link to="/tv/$id" params={{ id }} className={LINK}>
          {children}
        </Link>
      )
    case 'person':
      return (
        <Link to="/person/$id" params={{ id }} className={LINK}>
          {children}
        </Link>
      )
    case 'album':
      return (
        <Link to="/music/albums/$id" params={{ id }} className={LINK}>
          {children}
        </Link>
      )
    case 'artist':
      return (
        <Link to="/music/artists/$id" params={{ id }} className={LINK}>
          {children}
        </Link>
      )
    case 'author':
      return (
        <Link to="/books/authors/$id" params={{ id }} search={{ ...search, name: title }} className={LINK}>
          {children}
        </Link>
      )
    case 'series':
      return (
        <Link to="/books/series/$name" params={{ name: id }} search={search} className={LINK}>
          {children}
        </Link>
      )
    default:
      return (
        <Link to="/books/titles/$id" params={{ id }} search={{ ...search, title }} className={LINK}>
          {children}
        </Link>
      )
  }
}
