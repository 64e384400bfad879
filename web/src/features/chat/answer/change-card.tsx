import History from 'lucide-react/icons/history'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#lib/link.tsx'
import { IconTile } from '#ui/icon-tile.tsx'
import { changeOutcome } from '../conversation/conversation.ts'

interface ChangeCardProps {
  change_id: number
  summary: string
  status: string
}

/** A setting that the chat changed or tried to change; the history shows what, and what came of it. */
export function ChangeCard({ change_id, summary, status }: ChangeCardProps) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-card border border-line bg-surface p-3">
      <IconTile tone="neutral">
        <History />
      </IconTile>
      <div className="min-w-0 flex-1 basis-40">
        <p className="text-sm font-semibold">{t(`chat.change.title.${changeOutcome(status)}`)}</p>
        <p className="text-sm text-muted">{summary}</p>
      </div>
      <ButtonLink to="/settings/configuration-history/$id" params={{ id: String(change_id) }} size="sm">
        {t('chat.change.open')}
      </ButtonLink>
    </div>
  )
}
