import type { InviteCandidate } from '@foyer/contract/sign-in/invite-sign-in'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#lib/api-error.ts'
import { errorText } from '#lib/error-text.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Notice } from '#ui/notice.tsx'
import { PassingButtons } from '#ui/passing-buttons.tsx'
import { WaitingLine } from '#ui/waiting-line.tsx'
import { plexAccountText } from '../plex/plex-account.ts'
import { candidatesQuery, useConfirmCandidates } from './api.ts'
import { canConfirm, keyOf, MAX_CONFIRMED } from './candidates.ts'

/** People whose Plex share is known, to be confirmed as their sign-in (C45: a share alone signs nobody in). */
export function CandidateReview() {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const section = useRef<HTMLElement>(null)
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={t('sign_in_settings.candidates.title')}
      className="flex flex-col gap-3 border-t border-line pt-5 outline-none"
    >
      <div className="flex flex-col gap-1">
        <h3 className="font-semibold">{t('sign_in_settings.candidates.title')}</h3>
        <p className="max-w-prose text-sm text-muted">{t('sign_in_settings.candidates.text')}</p>
      </div>
      {open ? (
        <Review />
      ) : (
        <PassingButtons to={section}>
          <Button className="self-start" onClick={() => setOpen(true)}>
            {t('sign_in_settings.candidates.open')}
          </Button>
        </PassingButtons>
      )}
    </section>
  )
}

function Review() {
  const { t } = useTranslation()
  const read = useQuery(candidatesQuery())
  const { data, error, isFetching, refetch } = read
  if (data) {
    return (
      <>
        {error && !isFetching && (
          <Notice tone="danger" title={t('sign_in_settings.candidates.unreadable')}>
            {errorText(t, error)} {t('sign_in_settings.candidates.outdated')}
          </Notice>
        )}
        <Candidates candidates={data} checking={isFetching} onCheck={() => void refetch()} />
      </>
    )
  }
  if (!error) return <WaitingLine>{t('sign_in_settings.candidates.reading')}</WaitingLine>
  return <ReadFailure of={read} compact title={t('sign_in_settings.candidates.unreadable')} />
}

interface CandidatesProps {
  candidates: readonly InviteCandidate[]
  checking: boolean
  onCheck: () => void
}

function Candidates({ candidates, checking, onCheck }: CandidatesProps) {
  const { t } = useTranslation()
  const confirm = useConfirmCandidates()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const open = candidates.filter(canConfirm)
  // A row may have changed since it was selected.
  const selected = open.filter(one => chosen.includes(keyOf(one)))
  const has_all = selected.length === open.length
  const has_changed = confirm.error instanceof ApiError && confirm.error.status === 409

  function submit() {
    const mappings = selected.map(({ user_id, invite_account_id }) => ({ user_id, invite_account_id }))
    // After a failure the selection stays, to be confirmed again.
    confirm.mutate(mappings, { onSuccess: () => setChosen([]) })
  }

  const check = (
    <Button variant="ghost" loading={checking} onClick={onCheck}>
      {t('sign_in_settings.candidates.again')}
    </Button>
  )
  if (candidates.length === 0) {
    return (
      <div className="flex flex-wrap items-center gap-3">
        <p className="text-muted">{t('sign_in_settings.candidates.none')}</p>
        {check}
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-3">
      {confirm.error && (
        <Notice tone={has_changed ? 'warn' : 'danger'}>
          {has_changed ? t('sign_in_settings.candidates.changed') : errorText(t, confirm.error)}
        </Notice>
      )}
      {confirm.data && (
        <Notice tone="ok">
          {t('sign_in_settings.candidates.confirmed', { count: confirm.data.confirmed })}
        </Notice>
      )}
      {open.length > 1 && (
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
          <span aria-live="polite" className="text-sm text-muted tabular-nums">
            {t('sign_in_settings.candidates.selected', { count: selected.length })}
          </span>
          <Button variant="ghost" size="sm" onClick={() => setChosen(has_all ? [] : open.map(keyOf))}>
            {has_all ? t('sign_in_settings.candidates.clear') : t('sign_in_settings.candidates.all')}
          </Button>
        </div>
      )}
      <ul
        aria-label={t('sign_in_settings.candidates.title')}
        className="divide-y divide-line rounded-card border border-line"
      >
        {candidates.map(one => (
          <CandidateRow
            key={keyOf(one)}
            candidate={one}
            checked={chosen.includes(keyOf(one))}
            onChange={checked =>
              setChosen(checked ? [...chosen, keyOf(one)] : chosen.filter(key => key !== keyOf(one)))
            }
          />
        ))}
      </ul>
      {selected.length > MAX_CONFIRMED && (
        <Notice tone="warn">{t('sign_in_settings.candidates.above_most', { count: MAX_CONFIRMED })}</Notice>
      )}
      <div className="flex flex-wrap gap-3">
        {open.length > 0 && (
          <Button
            variant="primary"
            disabled={selected.length === 0 || selected.length > MAX_CONFIRMED}
            loading={confirm.isPending}
            onClick={submit}
          >
            {t('sign_in_settings.candidates.confirm')}
          </Button>
        )}
        {check}
      </div>
    </div>
  )
}

interface CandidateRowProps {
  candidate: InviteCandidate
  checked: boolean
  onChange: (checked: boolean) => void
}

function CandidateRow({ candidate, checked, onChange }: CandidateRowProps) {
  const { t } = useTranslation()
  const { username, invite_username, email, servers, reason, confirmed } = candidate
  const account = plexAccountText({ username: invite_username, email })
  const places = servers.map(({ name }) => name).join(', ')
  const facts = [account, places].filter(Boolean).join(' – ')
  if (canConfirm(candidate)) {
    return (
      <li className="px-4 py-1">
        <Checkbox
          label={username}
          hint={<span className="wrap-anywhere">{facts}</span>}
          checked={checked}
          onChange={event => onChange(event.target.checked)}
        />
      </li>
    )
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3">
      <span className="flex min-w-0 flex-col">
        <span className="wrap-anywhere">{username}</span>
        <span className="text-sm text-muted wrap-anywhere">{facts}</span>
        {!confirmed && reason !== '' && (
          <span className="text-sm">{t(`sign_in_settings.candidates.reason.${reason}`)}</span>
        )}
      </span>
      {confirmed && <Badge tone="ok">{t('sign_in_settings.candidates.can_sign_in')}</Badge>}
    </li>
  )
}
