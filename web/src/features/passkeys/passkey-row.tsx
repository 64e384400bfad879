import type { Passkey } from '@foyer/contract/passkeys'
import KeyRound from 'lucide-react/icons/key-round'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { useFormat } from '#lib/i18n.ts'
import { useNow } from '#lib/use-now.ts'
import { Confirm } from '#ui/confirm.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { useRemovePasskey } from './api.ts'

export function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const remove = useRemovePasskey()
  const [confirming, setConfirming] = useState(false)
  const used = passkey.last_used_at
    ? t('passkeys.used', { when: format.relative(passkey.last_used_at, now) })
    : t('passkeys.never_used')
  return (
    <li className="flex flex-col gap-3 py-3">
      <div className="flex items-center gap-4">
        <KeyRound aria-hidden className="size-5 shrink-0 text-muted" />
        <div className="flex min-w-0 flex-1 flex-col">
          <span className="font-medium wrap-anywhere">{passkey.name}</span>
          <span className="text-sm text-muted">
            {t('passkeys.added', { date: format.date(passkey.created_at) })} · {used}
          </span>
        </div>
        <IconButton
          label={t('passkeys.remove', { name: passkey.name })}
          icon={<Trash2 />}
          onClick={() => setConfirming(true)}
        />
      </div>
      {remove.error && <Notice tone="danger">{errorText(t, remove.error)}</Notice>}
      <Confirm
        open={confirming}
        onOpenChange={setConfirming}
        title={t('passkeys.remove_title', { name: passkey.name })}
        confirmLabel={t('passkeys.remove_confirm')}
        loading={remove.isPending}
        onConfirm={() => remove.mutate(passkey.id, { onSettled: () => setConfirming(false) })}
      >
        {t('passkeys.remove_text')}
      </Confirm>
    </li>
  )
}
