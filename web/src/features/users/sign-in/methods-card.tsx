import type { UserSummary } from '@foyer/contract/users'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { SectionCard } from '#ui/card.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { Notice } from '#ui/notice.tsx'
import { SavedMark } from '#ui/saved-mark.tsx'
import { Switch } from '#ui/switch.tsx'
import { useChangeMethods } from '../api.ts'

type Method = 'password' | 'passkey'

/** The sign-in methods someone may use. Turning one off deletes its data, so it asks first. */
export function MethodsCard({ user }: { user: UserSummary }) {
  const { t } = useTranslation()
  const change = useChangeMethods(user.id)
  const [confirming, setConfirming] = useState<Method | null>(null)
  const name = user.username

  function set(method: Method, on: boolean) {
    change.mutate({ [`${method}_enabled`]: on }, { onSettled: () => setConfirming(null) })
  }

  function changeMethod(method: Method, on: boolean) {
    if (change.isPending) return
    if (on) set(method, true)
    else setConfirming(method)
  }

  return (
    <SectionCard
      title={t('users.methods.title')}
      action={<SavedMark shown={change.isSuccess && !change.isPending} />}
    >
      <div className="flex flex-col gap-3">
        <p className="-mt-4 text-sm text-muted">{t('users.methods.text')}</p>
        <Switch
          label={t('users.methods.password')}
          hint={user.has_password ? t('users.methods.password_set') : t('users.methods.password_hint')}
          checked={user.password_enabled}
          onChange={on => changeMethod('password', on)}
        />
        <Switch
          label={t('users.methods.passkey')}
          hint={t('users.methods.passkey_hint')}
          checked={user.passkey_enabled}
          onChange={on => changeMethod('passkey', on)}
        />
        {!user.password_enabled && !user.passkey_enabled && (
          <p className="text-sm text-muted">{t('users.methods.link_only', { name })}</p>
        )}
        {change.error && <Notice tone="danger">{errorText(t, change.error)}</Notice>}
      </div>
      <Confirm
        open={confirming !== null}
        onOpenChange={open => !open && setConfirming(null)}
        title={t(`users.methods.${confirming ?? 'password'}_off_title`, { name })}
        confirmLabel={t('users.methods.off')}
        loading={change.isPending}
        onConfirm={() => confirming && set(confirming, false)}
      >
        {t(`users.methods.${confirming ?? 'password'}_off_text`, { name })}
      </Confirm>
    </SectionCard>
  )
}
