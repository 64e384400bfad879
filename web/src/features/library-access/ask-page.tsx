import type { GrantedMedium } from '@foyer/contract/library-access'
import { useQuery } from '@tanstack/react-query'
import BookOpen from 'lucide-react/icons/book-open'
import Disc3 from 'lucide-react/icons/disc-3'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { useFormat } from '#lib/i18n.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { useNow } from '#lib/use-now.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageSkeleton } from '#ui/page-skeleton.tsx'
import { accessQuery, useAskForAccess } from './api.ts'

const ICONS = { book: BookOpen, music: Disc3 } as const

interface AskPageProps {
  media: GrantedMedium
  /** Shown if there is nothing to ask for. */
  nothing: ReactNode
}

/** What the books or music tab offers, for somebody without access to a library. */
export function AskPage({ media, nothing }: AskPageProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const read = useQuery(accessQuery())
  const { data, error } = read
  const ask = useAskForAccess()
  // The pressed button goes away; what came of it is read in its place.
  const outcome = useRef<HTMLParagraphElement>(null)
  const Icon = ICONS[media]
  if (!data) return error ? <ReadFailure of={read} level={1} /> : <PageSkeleton />
  const access = data.media.find(one => one.media_type === media)
  if (!access?.can_ask) return nothing
  const asked = access.ask
  return (
    <EmptyState
      level={1}
      icon={<Icon />}
      title={t(`library_access.title.${media}`)}
      action={
        asked?.state !== 'open' && (
          <Button
            variant="primary"
            loading={ask.isPending}
            onClick={() => ask.mutate(media, { onSuccess: () => outcome.current?.focus() })}
          >
            {asked?.state === 'declined' ? t('library_access.ask_again') : t('library_access.ask')}
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-3">
        <p>{t(`library_access.offers.${media}`)}</p>
        <p ref={outcome} tabIndex={-1} aria-live="polite" className="outline-none">
          {asked?.state === 'open'
            ? t('library_access.asked', { when: format.relative(asked.asked_at, now) })
            : asked?.state === 'declined'
              ? t('library_access.declined', {
                  when: format.relative(asked.decided_at ?? asked.asked_at, now),
                })
              : t('library_access.closed')}
        </p>
        {ask.error && <Notice tone="danger">{errorText(t, ask.error)}</Notice>}
      </div>
    </EmptyState>
  )
}
