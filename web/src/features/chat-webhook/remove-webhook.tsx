import type { ChatNotifications } from '@foyer/contract/chat-notifications'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { toast } from '#ui/toast-store.ts'
import { useRemoveChatWebhook } from './api.ts'

export function RemoveWebhook({ onRemoved }: { onRemoved: (left: ChatNotifications) => void }) {
  const { t } = useTranslation()
  const remove = useRemoveChatWebhook()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="ghost" className="max-sm:-ms-3" onClick={() => setAsking(true)}>
        {t('chat_webhook.remove')}
      </Button>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={t('chat_webhook.remove_title')}
        confirmLabel={t('chat_webhook.remove')}
        loading={remove.isPending}
        onConfirm={() =>
          remove.mutate(undefined, {
            onSuccess: left => {
              toast(t('chat_webhook.removed'), { tone: 'ok' })
              onRemoved(left)
            },
            onError: error => toast(errorText(t, error), { tone: 'danger' }),
            onSettled: () => setAsking(false),
          })
        }
      >
        {t('chat_webhook.remove_text')}
      </Confirm>
    </>
  )
}
