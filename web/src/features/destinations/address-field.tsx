import type { Destination, DestinationKind } from '@foyer/contract/destinations/destination'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { SavedValue } from '#ui/saved-value.tsx'
import { useFocusSwap } from '#ui/use-focus-swap.ts'
import { completeAddress } from './destination-draft.ts'
import { KINDS, type Scope } from './kinds.ts'

interface AddressFieldProps {
  kind: DestinationKind
  scope: Scope
  stored: Destination | undefined
  error: string | undefined
  /** Null keeps the stored address, of which only the target is known. */
  value: string | null
  onChange: (value: string | null) => void
}

/** Where messages go: a URL, a chat or an e-mail address, by kind. */
export function AddressField({ kind, scope, stored, error, value, onChange }: AddressFieldProps) {
  const { t } = useTranslation()
  const focus = useFocusSwap()
  const { example, scheme } = KINDS[kind]
  const label = t(`destinations.address.${kind}`)
  const complete = completeAddress(kind, scope, value ?? '')
  const is_completed = value !== null && complete !== value.trim()

  function replace(next: string | null) {
    focus.swap()
    onChange(next)
  }

  return (
    <Field
      label={label}
      hint={is_completed ? t('ui.address_understood', { address: complete }) : addressHint(t, kind, scope)}
      error={error}
    >
      {wiring =>
        stored && value === null ? (
          <SavedValue
            wiring={wiring}
            label={label}
            text={stored.target}
            ref={focus.ref}
            onReplace={() => replace('')}
          />
        ) : (
          <div className="flex flex-wrap gap-2">
            <span className="min-w-0 flex-1 basis-64">
              <Input
                {...wiring}
                ref={focus.ref}
                name="address"
                type={kind === 'email' ? 'email' : 'text'}
                inputMode={scheme ? 'url' : kind === 'email' ? 'email' : 'text'}
                autoComplete={kind === 'email' && scope === 'personal' ? 'email' : 'off'}
                autoCapitalize="none"
                spellCheck={false}
                maxLength={2048}
                placeholder={example}
                value={value ?? ''}
                onChange={event => onChange(event.target.value)}
              />
            </span>
            {stored && (
              <Button variant="ghost" className="max-sm:-ms-3" onClick={() => replace(null)}>
                {t('ui.keep_saved')}
              </Button>
            )}
          </div>
        )
      }
    </Field>
  )
}

function addressHint(t: TFunction, kind: DestinationKind, scope: Scope): string | undefined {
  if (kind !== 'email') return t(`destinations.address_hint.${kind}`)
  return scope === 'personal' ? t('destinations.confirm_hint') : undefined
}
