import type { UserSummary } from '@foyer/contract/users'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { SectionCard } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Form } from '#ui/form.tsx'
import { Notice } from '#ui/notice.tsx'
import { SaveRow } from '#ui/save-row.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type Libraries, librariesQuery, useSaveLibraries } from './api.ts'
import type { Choosable } from './library-choice.ts'
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
  const { data, error, isFetching, refetch } = useQuery(librariesQuery(user.id))
  const everything = user.role === 'admin'
  return (
    <SectionCard
      title={t('users.libraries.title')}
      text={everything ? t('users.libraries.text_admin') : t('users.libraries.text')}
    >
      {failure}
      {!failure && error && !data && (
        <ErrorState
          compact
          title={t('users.libraries.unreadable')}
          retrying={isFetching}
          onRetry={() => void refetch()}
        >
          {errorText(t, error)}
        </ErrorState>
      )}
      {!failure && !error && !(data && instances) && <Skeleton className="h-40" />}
      {data && instances && (
        <LibraryForm user={user} instances={instances} start={data} everything={everything} />
      )}
    </SectionCard>
  )
}

interface LibraryFormProps {
  user: UserSummary
  instances: readonly Choosable[]
  start: Libraries
  everything: boolean
}

function LibraryForm({ user, instances, start, everything }: LibraryFormProps) {
  const { t } = useTranslation()
  const save = useSaveLibraries(user.id)
  const [choice, setChoice] = useState(start)
  return (
    <Form
      onSubmit={() => {
        if (!save.isPending) save.mutate(choice)
      }}
    >
      <LibraryFields
        instances={instances}
        choice={choice}
        everything={everything}
        onChange={next => {
          setChoice(next)
          save.reset()
        }}
      />
      {save.error && <Notice tone="danger">{errorText(t, save.error)}</Notice>}
      {instances.length > 0 && <SaveRow saving={save.isPending} saved={save.isSuccess} />}
    </Form>
  )
}
