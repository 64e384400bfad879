import type { ImportResult } from '@foyer/contract/media-servers/account-import'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PRODUCT_NAMES } from '#lib/product-names.ts'
import { Button } from '#ui/button.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { canRetry, type Person } from './import-plan.ts'
import { PersonSelect } from './person-select.tsx'

interface ImportResultsProps {
  results: readonly ImportResult[]
  people: readonly Person[]
  busy: boolean
  onRetry: (ids: readonly string[], mappings: Record<string, number>) => void
  /** Back to the accounts that are left. */
  onMore: () => void
}

/** What became of each account. Rows that failed are solved and tried again right here. */
export function ImportResults({ results, people, busy, onRetry, onMore }: ImportResultsProps) {
  const { t } = useTranslation()
  const [mappings, setMappings] = useState<Readonly<Record<string, number>>>({})
  const done = results.filter(({ error }) => error === '').length
  const ready = results.filter(
    result =>
      canRetry(result) &&
      (result.error !== 'username_conflict' || mappings[result.remote_user_id] !== undefined),
  )

  function retry() {
    const ids = ready.map(({ remote_user_id }) => remote_user_id)
    const asked = Object.entries(mappings).filter(([id]) => ids.includes(id))
    onRetry(ids, Object.fromEntries(asked))
  }

  return (
    <section className="flex flex-col gap-4">
      {/* The form or button that led here is gone, and the focus with it. The key makes a new heading take it. */}
      <h2 key={done} ref={focus} tabIndex={-1} className="text-base font-semibold tabular-nums outline-none">
        {t('server_accounts.import.done', { count: done, total: results.length })}
      </h2>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {results.map(result => (
          <ResultRow
            key={result.remote_user_id}
            result={result}
            people={people}
            person={mappings[result.remote_user_id]}
            onPerson={user_id => setMappings({ ...mappings, [result.remote_user_id]: user_id })}
          />
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        {results.some(canRetry) && (
          <Button variant="primary" loading={busy} disabled={ready.length === 0} onClick={retry}>
            {t('server_accounts.import.retry', { count: ready.length })}
          </Button>
        )}
        <Button onClick={onMore}>{t('server_accounts.import.more')}</Button>
      </div>
    </section>
  )
}

function focus(element: HTMLElement | null): void {
  element?.focus()
}

interface ResultRowProps {
  result: ImportResult
  people: readonly Person[]
  person: number | undefined
  onPerson: (user_id: number) => void
}

function ResultRow({ result, people, person, onPerson }: ResultRowProps) {
  const { t } = useTranslation()
  const { error, created, link, username, invite_identity_conflict: conflict } = result
  const account = result.remote_username || result.remote_user_id
  const Icon = error === '' ? CircleCheck : CircleAlert
  const outcome = created ? 'created' : 'linked'
  return (
    <li className="flex items-start gap-3 px-4 py-3 sm:px-5">
      <Icon
        aria-hidden
        className={error === '' ? 'mt-0.5 size-5 shrink-0 text-ok' : 'mt-0.5 size-5 shrink-0 text-warn'}
      />
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        <div className="flex min-w-0 flex-col">
          <span className="font-medium wrap-anywhere">{account}</span>
          <span className="text-sm wrap-anywhere text-muted">
            {error === ''
              ? t(`server_accounts.import.outcome.${outcome}`, { name: username })
              : t(`server_accounts.import.error.${error}`, { name: username || account })}
          </span>
          {conflict && (
            <span className="text-sm text-muted">
              {t(`server_accounts.identity.${conflict}`, { provider: PRODUCT_NAMES.invite_server })}
            </span>
          )}
        </div>
        {link && (
          <div className="flex flex-col gap-1.5">
            <span className="text-sm text-muted">{t('server_accounts.import.link_hint')}</span>
            <CopyField label={t('server_accounts.import.link', { name: username })} value={link} />
          </div>
        )}
        {error === 'username_conflict' && (
          <div className="sm:max-w-sm">
            <PersonSelect
              label={t('server_accounts.import.belongs_to', { account })}
              people={people}
              value={person}
              onChange={onPerson}
            />
          </div>
        )}
      </div>
    </li>
  )
}
