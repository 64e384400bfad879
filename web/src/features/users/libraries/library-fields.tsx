import { useTranslation } from 'react-i18next'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import {
  type Choosable,
  groupLibraries,
  type LibraryChoice,
  type LibraryGroup,
  reasonOf,
  setGranted,
  setPin,
} from './library-choice.ts'

interface LibraryFieldsProps {
  instances: readonly Choosable[]
  choice: LibraryChoice
  /** An admin may use everything, so only the defaults are shown. */
  everything?: boolean
  onChange: (choice: LibraryChoice) => void
}

/** The libraries and media servers someone may use, by type. */
export function LibraryFields({ instances, choice, everything = false, onChange }: LibraryFieldsProps) {
  const { t } = useTranslation()
  const groups = groupLibraries(instances, choice)
  const shown = everything ? groups.filter(group => group.has_default) : groups
  if (shown.length === 0) {
    return (
      <p className="text-muted">
        {everything && groups.length > 0 ? t('users.libraries.nothing_to_choose') : t('users.libraries.none')}
      </p>
    )
  }
  return (
    <div className="flex flex-col gap-6">
      {shown.map(group => (
        <fieldset key={group.type} className="flex min-w-0 flex-col gap-1">
          <legend className="mb-1 text-sm font-medium">{t(`users.libraries.type.${group.type}`)}</legend>
          {!everything && <Grants group={group} choice={choice} onChange={onChange} />}
          {group.has_default && (
            <DefaultField group={group} onChange={id => onChange(setPin(choice, group.type, id))} />
          )}
        </fieldset>
      ))}
    </div>
  )
}

interface GrantsProps {
  group: LibraryGroup
  choice: LibraryChoice
  onChange: (choice: LibraryChoice) => void
}

function Grants({ group, choice, onChange }: GrantsProps) {
  const { t } = useTranslation()
  return group.instances.map(instance => {
    const use = reasonOf(group, instance.id, choice)
    const is_fixed = use === 'shared' || (use === 'pinned' && group.has_default)
    return (
      <Checkbox
        key={instance.id}
        label={<span className="wrap-anywhere">{instance.name}</span>}
        hint={is_fixed && t(`users.libraries.use_${use === 'shared' ? 'shared' : 'pinned'}`)}
        checked={use !== 'none'}
        disabled={is_fixed}
        onChange={event => onChange(setGranted(choice, group, instance.id, event.target.checked))}
      />
    )
  })
}

interface DefaultFieldProps {
  group: LibraryGroup
  onChange: (instance_id: string) => void
}

function DefaultField({ group, onChange }: DefaultFieldProps) {
  const { t } = useTranslation()
  const nobody = group.server_default
    ? t('users.libraries.server_default', { name: group.server_default.name })
    : t('users.libraries.no_default')
  return (
    <Field label={t('users.libraries.default')}>
      {wiring => (
        <Select
          {...wiring}
          value={group.pin}
          onChange={onChange}
          choices={[
            { value: '', label: nobody },
            ...group.instances.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
    </Field>
  )
}
