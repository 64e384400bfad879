import type { InboxEntry } from '@foyer/contract/inbox'
import { useRouter } from '@tanstack/react-router'
import Check from 'lucide-react/icons/check'
import { type MouseEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#lib/api.ts'
import { fromServer } from '#lib/base-url.ts'
import { useFormat } from '#lib/i18n.ts'
import { cx } from '#ui/cx.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { IconTile } from '#ui/icon-tile.tsx'
import { EntryIcon } from './entry-icon.tsx'
import { entryFacts, entryText } from './entry-text.ts'

interface InboxRowProps {
  entry: InboxEntry
  onRead: (id: number) => void
}

/** A notification linked to the page it is about. Opening it marks it as read. */
export function InboxRow({ entry, onRead }: InboxRowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const router = useRouter()
  const link = useRef<HTMLAnchorElement>(null)
  const unread = entry.read_at === null
  const words = entryText(t, entry, useSession()?.user.id)

  function follow(event: MouseEvent) {
    if (unread) onRead(entry.id)
    // Opening in a new tab or window is left to the browser.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void router.navigate({ href: entry.path })
  }

  function tick() {
    // The button disappears when pressed; the focus stays in the row.
    link.current?.focus()
    onRead(entry.id)
  }

  return (
    <li className="flex items-center gap-1 pe-2 transition-colors hover:bg-raised/60">
      <a
        ref={link}
        href={fromServer(entry.path)}
        onClick={follow}
        className="flex min-h-16 min-w-0 flex-1 items-center gap-4 py-3 ps-4 pe-2 -outline-offset-2 sm:ps-5"
      >
        <span className="relative">
          <IconTile tone={unread ? 'accent' : 'neutral'}>
            <EntryIcon {...entry} />
          </IconTile>
          {unread && (
            <span
              aria-hidden
              data-mark="unread"
              className="absolute -end-1 -top-1 size-3 rounded-full bg-accent ring-2 ring-surface"
            />
          )}
        </span>
        <span className="flex min-w-0 flex-1 flex-col">
          <span className={cx('wrap-anywhere', unread ? 'font-semibold' : 'text-muted')}>
            {unread && <span className="sr-only">{t('inbox.unread')}: </span>}
            {words}
          </span>
          <span className="text-sm wrap-anywhere text-muted">
            <time dateTime={entry.created_at} title={format.dateTime(entry.created_at)}>
              {format.time(entry.created_at)}
            </time>
            {entryFacts(t, entry).map(fact => ` · ${fact}`)}
          </span>
        </span>
      </a>
      {unread ? (
        <IconButton label={t('inbox.mark_this', { what: words })} icon={<Check />} onClick={tick} />
      ) : (
        // Keeps the row's layout when it is read.
        <span aria-hidden className="size-control shrink-0" />
      )}
    </li>
  )
}
