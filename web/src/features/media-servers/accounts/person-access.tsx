import { POLICY_MODES } from '@foyer/contract/media-servers/media-access'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ReadFailure } from '#lib/read-failure.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { audiobookLibrariesQuery } from './api.ts'
import type { PolicyChoice } from './policy-draft.ts'

interface PersonAccessProps {
  instance_id: string
  username: string
  granted: boolean
  policy: PolicyChoice
  /** Why the libraries cannot be chosen here. */
  fixed: 'linked' | 'protected' | undefined
  /** The server has not taken the saved choice yet. */
  owed: boolean
  error: string | undefined
  onGrant: (granted: boolean) => void
  onPolicy: (policy: PolicyChoice) => void
}

/** One person's access to an audiobook server. */
export function PersonAccess(props: PersonAccessProps) {
  const { instance_id, username, granted, policy, fixed, owed, error, onGrant, onPolicy } = props
  const { t } = useTranslation()
  return (
    <li className="flex flex-col gap-2 py-2">
      <Checkbox label={username} checked={granted} onChange={event => onGrant(event.target.checked)} />
      {granted && (
        <div className="flex flex-col gap-3 pb-2 ps-8">
          <div className="sm:max-w-xs">
            <Field
              label={t('server_accounts.access.libraries_of', { name: username })}
              hint={
                fixed ? t(`server_accounts.access.fixed.${fixed}`) : owed && t('server_accounts.access.owed')
              }
              error={error}
            >
              {wiring => (
                <Select
                  {...wiring}
                  value={policy.mode}
                  disabled={fixed !== undefined}
                  onChange={mode => onPolicy({ ...policy, mode })}
                  choices={POLICY_MODES.map(mode => ({
                    value: mode,
                    label: t(`server_accounts.access.mode.${mode}`),
                  }))}
                />
              )}
            </Field>
          </div>
          {policy.mode === 'selected' && (
            <LibraryChoice
              instance_id={instance_id}
              username={username}
              chosen={policy.library_ids}
              disabled={fixed !== undefined}
              onChange={library_ids => onPolicy({ mode: 'selected', library_ids })}
            />
          )}
        </div>
      )}
    </li>
  )
}

interface LibraryChoiceProps {
  instance_id: string
  username: string
  chosen: string[]
  disabled: boolean
  onChange: (library_ids: string[]) => void
}

function LibraryChoice({ instance_id, username, chosen, disabled, onChange }: LibraryChoiceProps) {
  const { t } = useTranslation()
  const read = useQuery(audiobookLibrariesQuery(instance_id))
  const { data, error } = read
  if (!data)
    return error ? (
      <ReadFailure of={read} compact title={t('server_accounts.access.unreadable')} />
    ) : (
      <Skeleton className="h-11 w-48" />
    )
  // A selected library that the server no longer lists can still be removed.
  const lost = chosen.filter(id => !data.libraries.some(one => one.id === id))
  const libraries = [
    ...data.libraries,
    ...lost.map(id => ({ id, name: t('server_accounts.access.lost', { id }) })),
  ]
  return (
    <fieldset className="grid gap-x-6 sm:grid-cols-2">
      <legend className="sr-only">{t('server_accounts.access.libraries_of', { name: username })}</legend>
      {libraries.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          checked={chosen.includes(id)}
          disabled={disabled}
          onChange={event =>
            onChange(event.target.checked ? [...chosen, id] : chosen.filter(other => other !== id))
          }
        />
      ))}
    </fieldset>
  )
}
