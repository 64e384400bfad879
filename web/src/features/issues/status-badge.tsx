import type { IssueStatus } from '@foyer/contract/issues/issue'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleMinus from 'lucide-react/icons/circle-minus'
import CircleX from 'lucide-react/icons/circle-x'
import Clock from 'lucide-react/icons/clock'
import Download from 'lucide-react/icons/download'
import Eye from 'lucide-react/icons/eye'
import Hourglass from 'lucide-react/icons/hourglass'
import MessageCircleQuestionMark from 'lucide-react/icons/message-circle-question-mark'
import UserRound from 'lucide-react/icons/user-round'
import { useTranslation } from 'react-i18next'
import { Badge, type Tone } from '#ui/badge.tsx'

const LOOKS = {
  observing: { icon: Eye, tone: 'neutral' },
  recovering: { icon: Download, tone: 'info' },
  open: { icon: Eye, tone: 'neutral' },
  investigating: { icon: Eye, tone: 'info' },
  waiting: { icon: Clock, tone: 'neutral' },
  awaiting_user: { icon: MessageCircleQuestionMark, tone: 'accent' },
  awaiting_approval: { icon: Hourglass, tone: 'neutral' },
  needs_admin: { icon: UserRound, tone: 'neutral' },
  resolved: { icon: CircleCheck, tone: 'ok' },
  wont_fix: { icon: CircleMinus, tone: 'neutral' },
  failed: { icon: CircleX, tone: 'warn' },
  dismissed: { icon: CircleMinus, tone: 'neutral' },
} as const satisfies Record<IssueStatus, { icon: unknown; tone: Tone }>

/** Where a report stands, by colour, shape and in words. */
export function StatusBadge({ status }: { status: IssueStatus }) {
  const { t } = useTranslation()
  const { icon: Icon, tone } = LOOKS[status]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {t(`issues.status.${status}`)}
    </Badge>
  )
}
