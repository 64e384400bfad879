import { hasGlobalDefault } from '@foyer/contract/instances/instance-types'
import type { Instance } from '@foyer/contract/instances/instances'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { SectionCard } from '#ui/card.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Form } from '#ui/form.tsx'
import { Notice } from '#ui/notice.tsx'
import { SaveRow } from '#ui/save-row.tsx'
import { RowSkeleton } from '#ui/skeleton.tsx'
import { applyEdits, type GrantEdits, NO_EDITS } from './grant-edits.ts'
import { grantUsersQuery, peopleQuery, useGrantUsers } from '../api.ts'

/** Who can use an instance, besides those who have it as their default. */
export function GrantCard({ instance }: { instance: Instance }) {
  const { t } = useTranslation()
  const granted = useQuery(grantUsersQuery(instance.id))
  const people = useQuery(peopleQuery())
  const text =
    hasGlobalDefault(instance.service_type) && instance.is_default
      ? t('instances.grants.text_default')
      : t('instances.grants.text')
  // A failed reload keeps the form, and what is being chosen in it.
  const failed = [granted, people].filter(({ data, error }) => !data && error)
  return (
    <SectionCard title={t('instances.grants.title')} text={text}>
      {failed.length > 0 ? (
        <ReadFailure of={failed} compact />
      ) : granted.data && people.data ? (
        <GrantForm
          id={instance.id}
          granted={granted.data.user_ids}
          people={people.data.filter(one => one.role !== 'admin')}
        />
      ) : (
        <RowSkeleton />
      )}
    </SectionCard>
  )
}

interface GrantFormProps {
  id: string
  granted: readonly number[]
  people: readonly { id: number; username: string }[]
}

function GrantForm({ id, granted, people }: GrantFormProps) {
  const { t } = useTranslation()
  const save = useGrantUsers(id)
  const [edits, setEdits] = useState<GrantEdits>(NO_EDITS)
  const chosen = applyEdits(granted, edits)

  function submit() {
    if (save.isPending) return
    // What was changed while it was being saved stays.
    save.mutate(chosen, { onSuccess: () => setEdits(now => (now === edits ? NO_EDITS : now)) })
  }

  if (people.length === 0) return <p className="text-sm text-muted">{t('instances.grants.nobody')}</p>
  return (
    <Form onSubmit={submit}>
      {save.error && <Notice tone="danger">{errorText(t, save.error)}</Notice>}
      <fieldset className="grid gap-x-6 sm:grid-cols-2">
        <legend className="sr-only">{t('instances.grants.title')}</legend>
        {people.map(one => (
          <Checkbox
            key={one.id}
            label={one.username}
            checked={chosen.includes(one.id)}
            onChange={event => {
              setEdits(new Map(edits).set(one.id, event.target.checked))
              if (!save.isPending) save.reset()
            }}
          />
        ))}
      </fieldset>
      <SaveRow saving={save.isPending} saved={save.isSuccess} />
    </Form>
  )
}
