import { useTranslation } from 'react-i18next'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import type { Person } from './import-plan.ts'

interface PersonSelectProps {
  label: string
  people: readonly Person[]
  value: number | undefined
  error?: string | undefined
  onChange: (user_id: number) => void
}

/** Whose account it is, where the name alone does not decide. */
export function PersonSelect({ label, people, value, error, onChange }: PersonSelectProps) {
  const { t } = useTranslation()
  return (
    <Field label={label} error={error}>
      {wiring => (
        <Select
          {...wiring}
          value={value === undefined ? '' : String(value)}
          onChange={id => id !== '' && onChange(Number(id))}
          choices={[
            { value: '', label: t('server_accounts.link.choose') },
            ...people.map(({ id, username }) => ({ value: String(id), label: username })),
          ]}
        />
      )}
    </Field>
  )
}
