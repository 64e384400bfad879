import type { User } from '@foyer/contract/sessions/sessions'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { SectionCard } from '#ui/card.tsx'
import { Modal } from '#ui/modal.tsx'
import { Notice } from '#ui/notice.tsx'
import { SavedMark } from '#ui/saved-mark.tsx'
import { PasswordForm } from './password-form.tsx'

/** One's own password: whether it is set, and how to set or change it. */
export function PasswordCard({ user }: { user: User }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const [saved, setSaved] = useState(false)
  const word = user.has_password ? t('sessions.password.change') : t('sessions.password.set')
  return (
    <SectionCard
      title={t('sessions.password.title')}
      text={t('sessions.password.text')}
      action={
        user.password_enabled && (
          <Badge tone={user.has_password ? 'ok' : 'neutral'}>
            {user.has_password ? t('sessions.password.is_set') : t('sessions.password.is_not_set')}
          </Badge>
        )
      }
    >
      {user.password_enabled ? (
        <div className="flex flex-wrap items-center gap-4">
          <Button
            onClick={() => {
              setSaved(false)
              setOpen(true)
            }}
          >
            {word}
          </Button>
          <SavedMark shown={saved} />
        </div>
      ) : (
        <Notice>{t('sessions.password.off')}</Notice>
      )}
      <Modal
        open={open}
        onOpenChange={setOpen}
        title={word}
        text={user.has_password ? t('sessions.password.ends_others') : t('sessions.password.stays')}
      >
        <PasswordForm
          user={user}
          onSaved={() => {
            setOpen(false)
            setSaved(true)
          }}
        />
      </Modal>
    </SectionCard>
  )
}
