import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { librariesQuery } from '../api.ts'
import { libraryChoices, type ServerDraft } from './server-draft.ts'

interface LibraryPickerProps {
  id: string
  draft: ServerDraft
  onChange: (part: Partial<ServerDraft>) => void
}

/** The libraries people get, as the server currently lists them. */
export function LibraryPicker({ id, draft, onChange }: LibraryPickerProps) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-2">
      <RadioGroup
        label={t('instances.server.libraries')}
        value={draft.all_libraries ? 'all' : 'some'}
        onChange={choice => onChange({ all_libraries: choice === 'all' })}
        choices={[
          { value: 'all', label: t('instances.server.all'), hint: t('instances.server.all_hint') },
          { value: 'some', label: t('instances.server.some') },
        ]}
      />
      {!draft.all_libraries && (
        <Libraries id={id} chosen={draft.library_ids} onChange={library_ids => onChange({ library_ids })} />
      )}
    </div>
  )
}

interface LibrariesProps {
  id: string
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}

function Libraries({ id, chosen, onChange }: LibrariesProps) {
  const { t } = useTranslation()
  const { data, error, isPending, isFetching, refetch } = useQuery(librariesQuery(id))
  if (isPending) {
    return (
      <div aria-busy className="flex flex-col gap-3 ps-8">
        <Skeleton className="h-6 w-40" />
        <Skeleton className="h-6 w-52" />
        <Skeleton className="h-6 w-36" />
      </div>
    )
  }
  if (error) {
    return (
      <ErrorState
        compact
        title={t('instances.server.unreadable')}
        onRetry={() => void refetch()}
        retrying={isFetching}
      >
        {errorText(t, error)} {t('instances.server.kept', { count: chosen.length })}
      </ErrorState>
    )
  }
  return (
    <fieldset className="ps-8">
      <legend className="sr-only">{t('instances.server.some')}</legend>
      {libraryChoices(data.libraries, chosen).map(library => (
        <Checkbox
          key={library.id}
          label={library.name || t('instances.server.lost', { id: library.id })}
          checked={chosen.includes(library.id)}
          onChange={event =>
            onChange(
              event.target.checked ? [...chosen, library.id] : chosen.filter(one => one !== library.id),
            )
          }
        />
      ))}
    </fieldset>
  )
}
