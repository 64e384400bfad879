import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Read, ReadFailure } from '#lib/read-failure.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Form } from '#ui/form.tsx'
import { Notice } from '#ui/notice.tsx'
import { RowSkeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast-store.ts'
import { grantsQuery, useSaveGrants } from './box-api.ts'
import { boxErrorText } from './box-error-text.ts'

interface Person {
  id: number
  username: string
}

/** Those who can be chosen for a box, as the page reads them. */
export interface People {
  /** Undefined until they are read. */
  list: readonly Person[] | undefined
  /** How reading them went. */
  read: Read
}

interface BoxAccessProps {
  box: { id: string; name: string }
  people: People
  dismissLabel: string
  onDone: () => void
}

/** Who can use a box, besides the admins. */
export function BoxAccess({ box, people, dismissLabel, onDone }: BoxAccessProps) {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(grantsQuery(box.id))
  if (!data && error)
    return (
      <ErrorState compact retrying={isFetching} onRetry={() => void refetch()}>
        {boxErrorText(t, error)}
      </ErrorState>
    )
  if (!people.list && people.read.error)
    return <ReadFailure of={people.read} compact title={t('users.unreadable')} />
  if (!data || !people.list)
    return (
      <div aria-busy>
        <RowSkeleton />
        <RowSkeleton />
      </div>
    )
  return (
    <AccessForm
      box={box}
      people={people.list}
      granted={data.user_ids}
      dismissLabel={dismissLabel}
      onDone={onDone}
    />
  )
}

interface AccessFormProps {
  box: { id: string; name: string }
  people: readonly Person[]
  granted: readonly number[]
  dismissLabel: string
  onDone: () => void
}

function AccessForm({ box, people, granted, dismissLabel, onDone }: AccessFormProps) {
  const { t } = useTranslation()
  const save = useSaveGrants(box.id)
  /** Null follows the saved value, which may change in another window. */
  const [draft, setDraft] = useState<readonly number[] | null>(null)
  const chosen = draft ?? granted

  function submit() {
    // Somebody may have become an admin or a kids account since; the server takes neither.
    const ids = people.map(({ id }) => id).filter(id => chosen.includes(id))
    save.mutate(ids, {
      onSuccess: () => {
        toast(t('set_top_boxes.access.saved', { box: box.name }), { tone: 'ok' })
        onDone()
      },
    })
  }

  if (people.length === 0)
    return (
      <div className="flex flex-col gap-5">
        <p className="text-sm text-muted">{t('set_top_boxes.access.nobody')}</p>
        <div className="flex flex-col sm:items-end">
          <Button onClick={onDone}>{t('ui.done')}</Button>
        </div>
      </div>
    )
  return (
    <Form onSubmit={submit}>
      {save.error && <Notice tone="danger">{boxErrorText(t, save.error)}</Notice>}
      <fieldset className="grid gap-x-6 sm:grid-cols-2">
        <legend className="sr-only">{t('set_top_boxes.access.legend')}</legend>
        {people.map(({ id, username }) => (
          <Checkbox
            key={id}
            label={username}
            checked={chosen.includes(id)}
            onChange={event => {
              const others = chosen.filter(one => one !== id)
              setDraft(event.target.checked ? [...others, id] : others)
            }}
          />
        ))}
      </fieldset>
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="ghost" onClick={onDone}>
          {dismissLabel}
        </Button>
        <Button type="submit" variant="primary" loading={save.isPending}>
          {t('ui.save')}
        </Button>
      </div>
    </Form>
  )
}
