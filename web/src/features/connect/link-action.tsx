import Link2 from 'lucide-react/icons/link-2'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { LinkDialog } from './link-dialog.tsx'

interface LinkActionProps {
  user: { id: number; username: string; has_pending_invite: boolean }
  serverName: string
}

export function LinkAction({ user, serverName }: LinkActionProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={<Link2 aria-hidden />} onClick={() => setOpen(true)}>
        {user.has_pending_invite ? t('connect.link.again') : t('connect.link.make')}
      </Button>
      <LinkDialog user={user} serverName={serverName} open={open} onOpenChange={setOpen} />
    </>
  )
}
