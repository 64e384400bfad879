import type { MediaAccess } from '@foyer/contract/media-servers/media-access'
import type { ServerAccount } from '@foyer/contract/media-servers/media-server-accounts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { SectionCard } from '#ui/card.tsx'
import { Form } from '#ui/form.tsx'
import { Notice } from '#ui/notice.tsx'
import { SaveRow } from '#ui/save-row.tsx'
import { RowSkeleton } from '#ui/skeleton.tsx'
import { managementOf } from './account-facts.ts'
import { accountsQuery, mediaAccessQuery, peopleQuery, useSaveMediaAccess } from './api.ts'
import type { Person } from './import-plan.ts'
import { PersonAccess } from './person-access.tsx'
import { type AccessDraft, accessChange, NO_CHANGES, policyOf, withoutLibraries } from './policy-draft.ts'

/** Who may use an audiobook server, and which of its libraries. */
export function MediaAccessCard({ id }: { id: string }) {
  const { t } = useTranslation()
  const access = useQuery(mediaAccessQuery(id))
  const people = useQuery(peopleQuery())
  // Without them, everybody would look like somebody whose libraries can be chosen.
  const accounts = useQuery(accountsQuery())
  const failed = [access, people, accounts].filter(({ data, error }) => !data && error)
  return (
    <SectionCard title={t('server_accounts.access.title')} text={t('server_accounts.access.text')}>
      {failed.length > 0 ? (
        <ReadFailure of={failed} compact />
      ) : access.data && people.data && accounts.data ? (
        <AccessForm
          id={id}
          saved={access.data}
          people={people.data.filter(one => one.role !== 'admin')}
          accounts={accounts.data}
        />
      ) : (
        <RowSkeleton />
      )}
    </SectionCard>
  )
}

interface AccessFormProps {
  id: string
  saved: MediaAccess
  people: readonly Person[]
  /** On every server. */
  accounts: readonly ServerAccount[]
}

function AccessForm({ id, saved, people, accounts }: AccessFormProps) {
  const { t } = useTranslation()
  const save = useSaveMediaAccess(id)
  const [draft, setDraft] = useState<AccessDraft>(NO_CHANGES)
  const [is_tried, setTried] = useState(false)
  const granted = draft.user_ids ?? saved.user_ids
  const empty = withoutLibraries(draft, granted)

  function change(part: Partial<AccessDraft>) {
    setDraft({ ...draft, ...part })
    if (save.isSuccess) save.reset()
  }

  function submit() {
    setTried(true)
    if (save.isPending || empty.length > 0) return
    save.mutate(accessChange(saved, draft), {
      onSuccess: () => {
        setDraft(NO_CHANGES)
        setTried(false)
      },
    })
  }

  if (people.length === 0) return <p className="text-sm text-muted">{t('server_accounts.access.nobody')}</p>
  return (
    <Form onSubmit={submit}>
      {save.error && <Notice tone="danger">{errorText(t, save.error)}</Notice>}
      <ul aria-label={t('server_accounts.access.title')} className="divide-y divide-line">
        {people.map(person => {
          const account = accounts.find(one => one.instance_id === id && one.user_id === person.id)
          return (
            <PersonAccess
              key={person.id}
              instance_id={id}
              username={person.username}
              granted={granted.includes(person.id)}
              policy={policyOf(person.id, saved, draft)}
              // Foyer would refuse a choice for these accounts (2/4.2).
              fixed={account && reasonFixed(account)}
              owed={saved.policies[person.id]?.sync_pending ?? false}
              error={
                is_tried && empty.includes(person.id)
                  ? t('server_accounts.access.empty_selection')
                  : undefined
              }
              onGrant={on => {
                const others = granted.filter(other => other !== person.id)
                change({ user_ids: on ? [...others, person.id] : others })
              }}
              onPolicy={policy => change({ policies: { ...draft.policies, [person.id]: policy } })}
            />
          )
        })}
      </ul>
      <SaveRow saving={save.isPending} saved={save.isSuccess} />
    </Form>
  )
}

function reasonFixed(account: ServerAccount): 'linked' | 'protected' | undefined {
  const management = managementOf(account)
  return management === 'managed' ? undefined : management
}
