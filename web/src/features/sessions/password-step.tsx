import type { User } from '@foyer/contract/sessions/sessions'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '#ui/notice.tsx'
import { PasswordForm } from './password-form.tsx'

/** Sets the first password of someone who signed in with a link. */
export function PasswordStep({ user }: { user: User }) {
  const { t } = useTranslation()
  const [saved, setSaved] = useState(false)
  if (saved || user.has_password) {
    return <Notice tone="ok">{t('sessions.password.done', { name: user.username })}</Notice>
  }
  return <PasswordForm user={user} onSaved={() => setSaved(true)} />
}
