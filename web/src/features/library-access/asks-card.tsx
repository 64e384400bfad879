import type { AccessAsk } from '@foyer/contract/library-access'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { useFormat } from '#lib/i18n.ts'
import { Unread } from '#lib/unread.tsx'
import { useNow } from '#lib/use-now.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { SectionCard } from '#ui/card.tsx'
import { focusBeside } from '#ui/focus-beside.ts'
import { Notice } from '#ui/notice.tsx'
import { Select } from '#ui/select.tsx'
import { toast } from '#ui/toast-store.ts'
import { asksQuery, useDecideAccess } from './api.ts'

/** People who ask for a library; nothing while nobody does. */
export function AsksCard({ user_id }: { user_id?: number }) {
  const { t } = useTranslation()
  const read = useQuery(asksQuery())
  const { data } = read
  if (!data) return <Unread of={read} title={t('library_access.asks_unreadable')} />
  const asks = data.asks.filter(ask => user_id === undefined || ask.user_id === user_id)
  if (asks.length === 0) return null
  return (
    <SectionCard title={t('library_access.asks_title')} text={t('library_access.asks_text')}>
      <ul className="flex flex-col divide-y divide-line">
        {asks.map(ask => (
          <AskRow
            key={`${ask.user_id} ${ask.media_type}`}
            ask={ask}
            libraries={data.libraries.filter(one => one.media_type === ask.media_type)}
          />
        ))}
      </ul>
    </SectionCard>
  )
}

interface AskRowProps {
  ask: AccessAsk
  libraries: readonly { id: string; name: string }[]
}

function AskRow({ ask, libraries }: AskRowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const decide = useDecideAccess()
  const [chosen, setChosen] = useState(libraries[0]?.id)
  const instance_id = libraries.find(({ id }) => id === chosen)?.id ?? libraries[0]?.id
  const row = useRef<HTMLLIElement>(null)
  const name = ask.username
  const is_declining = decide.isPending && decide.variables.instance_id === undefined

  async function send(granted_id: string | undefined) {
    const moveOn = focusBeside(row.current)
    try {
      await decide.mutateAsync({ ask, instance_id: granted_id })
    } catch {
      // The row shows it.
      return
    }
    moveOn()
    const word = granted_id === undefined ? 'declined_done' : 'granted_done'
    toast(t(`library_access.${word}.${ask.media_type}`, { name }), { tone: 'ok' })
  }

  return (
    <li ref={row} className="flex flex-col gap-3 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Avatar name={name} />
        <div className="min-w-40 flex-1">
          <p className="font-medium wrap-anywhere">{name}</p>
          <p className="text-sm text-muted">
            {t(`library_access.wants.${ask.media_type}`, { when: format.relative(ask.asked_at, now) })}
          </p>
        </div>
        {libraries.length > 1 && (
          <div className="w-full sm:w-56">
            <Select
              aria-label={t('library_access.library_for', { name })}
              value={instance_id ?? ''}
              onChange={setChosen}
              choices={libraries.map(({ id, name: label }) => ({ value: id, label }))}
            />
          </div>
        )}
        <div className="flex gap-2">
          <Button
            variant="ghost"
            aria-label={t('library_access.decline_of', { name })}
            disabled={decide.isPending && !is_declining}
            loading={is_declining}
            onClick={() => void send(undefined)}
          >
            {t('library_access.decline')}
          </Button>
          <Button
            aria-label={t('library_access.grant_to', { name })}
            disabled={!instance_id || is_declining}
            loading={decide.isPending && !is_declining}
            onClick={() => void send(instance_id)}
          >
            {t('library_access.grant')}
          </Button>
        </div>
      </div>
      {libraries.length === 0 && <p className="text-sm text-muted">{t('library_access.no_library')}</p>}
      {decide.error && <Notice tone="danger">{errorText(t, decide.error)}</Notice>}
    </li>
  )
}
