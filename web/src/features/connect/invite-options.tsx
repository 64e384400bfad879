import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '#ui/checkbox.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import type { InviteDraft } from './api.ts'

type Change = (part: Partial<InviteDraft>) => void

/** Editors of other slices, passed in by the page. */
export interface OptionEditors {
  renderKids: (draft: InviteDraft, onChange: Change) => ReactNode
  renderLibraries: (draft: InviteDraft, onChange: Change) => ReactNode
}

interface InviteOptionsProps extends OptionEditors {
  draft: InviteDraft
  onChange: Change
}

/** The initial settings of a new account. All can be changed later on the person's page. */
export function InviteOptions({ draft, onChange, renderKids, renderLibraries }: InviteOptionsProps) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-3">
      <fieldset>
        <legend className="mb-1 text-sm font-medium">{t('connect.invite.methods')}</legend>
        <Checkbox
          label={t('connect.invite.password')}
          checked={draft.password_enabled}
          onChange={event => onChange({ password_enabled: event.target.checked })}
        />
        <Checkbox
          label={t('connect.invite.passkey')}
          checked={draft.passkey_enabled}
          onChange={event => onChange({ passkey_enabled: event.target.checked })}
        />
        {!draft.password_enabled && !draft.passkey_enabled && (
          <p className="text-sm text-muted">{t('connect.invite.link_only')}</p>
        )}
      </fieldset>
      <div className="border-t border-line pt-2">{renderKids(draft, onChange)}</div>
      <Disclosure label={t('connect.invite.libraries')}>{renderLibraries(draft, onChange)}</Disclosure>
    </div>
  )
}
