import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Modal } from '#ui/modal.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useMakeLink } from './api.ts'
import { LinkView } from './link-view.tsx'

interface LinkDialogProps {
  user: { id: number; username: string }
  serverName: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** A new sign-in link for an existing account; opening the dialog creates it. */
export function LinkDialog({ user, serverName, open, onOpenChange }: LinkDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal
      open={open}
      onOpenChange={onOpenChange}
      title={t('connect.link.title', { name: user.username })}
      text={t('connect.link.text')}
      actions={<Button onClick={() => onOpenChange(false)}>{t('ui.done')}</Button>}
    >
      <FreshLink user_id={user.id} serverName={serverName} />
    </Modal>
  )
}

function FreshLink({ user_id, serverName }: { user_id: number; serverName: string }) {
  const { t } = useTranslation()
  const { mutate, data, error, isPending } = useMakeLink()
  useEffect(() => mutate({ user_id }), [mutate, user_id])
  if (error) {
    return (
      <ErrorState
        compact
        title={t('connect.link.failed')}
        retrying={isPending}
        onRetry={() => mutate({ user_id })}
      >
        {errorText(t, error)}
      </ErrorState>
    )
  }
  if (!data) return <LinkSkeleton />
  return <LinkView link={data} serverName={serverName} onRenew={() => mutate({ user_id })} />
}

function LinkSkeleton() {
  return (
    <div aria-busy className="flex flex-col items-center gap-5">
      <Skeleton className="aspect-square w-[min(100%,14rem,40dvh)]" />
      <Skeleton className="h-control w-full" />
      <Skeleton className="h-10 w-full" />
    </div>
  )
}
