import { useTranslation } from 'react-i18next'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'

interface LibraryFieldProps {
  libraries: readonly { id: string; name: string }[]
  /** Where the request goes without a change. */
  requested: string
  value: string
  onChange: (id: string) => void
}

/** The library of one request, where there are several of its kind. */
export function LibraryField({ libraries, requested, value, onChange }: LibraryFieldProps) {
  const { t } = useTranslation()
  return (
    <Field label={t('approvals.library')} hint={value !== requested && t('approvals.library_hint')}>
      {wiring => (
        <Select
          {...wiring}
          value={value}
          onChange={onChange}
          choices={libraries.map(({ id, name }) => ({
            value: id,
            label: id === requested ? t('approvals.library_requested', { name }) : name,
          }))}
        />
      )}
    </Field>
  )
}
