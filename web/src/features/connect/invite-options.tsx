import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '#ui/checkbox.tsx'
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
      <details className="group border-t border-line pt-2">
        <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between rounded-control font-medium [&::-webkit-details-marker]:hidden">
          {t('connect.invite.libraries')}
          <ChevronDown aria-hidden className="size-5 text-muted transition-transform group-open:rotate-180" />
        </summary>
        <div className="pt-2 pb-1">{renderLibraries(draft, onChange)}</div>
      </details>
    </div>
  )
}
