import type { UserSummary } from '@foyer/contract/users'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { SectionCard } from '#ui/card.tsx'
import { Form } from '#ui/form.tsx'
import { Notice } from '#ui/notice.tsx'
import { SaveRow } from '#ui/save-row.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type Libraries, librariesQuery, useSaveLibraries } from '../api.ts'
import { applyEdit, type Choosable, type LibraryEdit } from './library-choice.ts'
import { LibraryFields } from './library-fields.tsx'

interface LibrariesCardProps {
  user: UserSummary
  /** Undefined while loading. */
  instances: readonly Choosable[] | undefined
  /** Shown instead of the choice if the instances could not be loaded. */
  failure?: ReactNode
}

/** The libraries someone may use besides the server's defaults, and their own default. */
export function LibrariesCard({ user, instances, failure }: LibrariesCardProps) {
  const { t } = useTranslation()
  const read = useQuery(librariesQuery(user.id))
  const { data, error } = read
  const everything = user.role === 'admin'
  return (
    <SectionCard
      title={t('users.libraries.title')}
      text={everything ? t('users.libraries.text_admin') : t('users.libraries.text')}
    >
      {failure}
      {!failure && error && !data && (
        <ReadFailure of={read} compact title={t('users.libraries.unreadable')} />
      )}
      {!failure && !error && !(data && instances) && <Skeleton className="h-40" />}
      {data && instances && (
        <LibraryForm user={user} instances={instances} saved={data} everything={everything} />
      )}
    </SectionCard>
  )
}

interface LibraryFormProps {
  user: UserSummary
  instances: readonly Choosable[]
  saved: Libraries
  everything: boolean
}

function LibraryForm({ user, instances, saved, everything }: LibraryFormProps) {
  const { t } = useTranslation()
  const save = useSaveLibraries(user.id)
  /** Null follows what is saved, which a grant on this page changes too. */
  const [edit, setEdit] = useState<LibraryEdit | null>(null)
  const choice = edit ? applyEdit(saved, edit) : saved

  function submit() {
    if (save.isPending) return
    save.mutate(choice, {
      // What was changed while it was being saved stays.
      onSuccess: () => setEdit(now => (now && now !== edit ? { from: choice, to: now.to } : null)),
    })
  }

  return (
    <Form onSubmit={submit}>
      <LibraryFields
        instances={instances}
        choice={choice}
        everything={everything}
        onChange={to => {
          setEdit({ from: saved, to })
          if (!save.isPending) save.reset()
        }}
      />
      {save.error && <Notice tone="danger">{errorText(t, save.error)}</Notice>}
      {instances.length > 0 && <SaveRow saving={save.isPending} saved={save.isSuccess} />}
    </Form>
  )
}
