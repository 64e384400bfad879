import type { FieldWiring } from '#ui/field.tsx'
import { Field } from '#ui/field.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { PasswordHint } from './password-hint.tsx'

interface NewPasswordProps {
  label: string
  value: string
  error?: string | undefined
  onChange: (value: string) => void
}

/** A new password field with live feedback on its strength. */
export function NewPassword({ label, value, error, onChange }: NewPasswordProps) {
  return (
    <Field label={label} hint={<PasswordHint password={value} />} error={error}>
      {(wiring: FieldWiring) => (
        <PasswordInput
          {...wiring}
          name="new-password"
          autoComplete="new-password"
          maxLength={1024}
          value={value}
          onChange={event => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
