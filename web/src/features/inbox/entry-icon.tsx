import type { InboxEntry } from '@foyer/contract/inbox'
import Bell from 'lucide-react/icons/bell'
import BookOpen from 'lucide-react/icons/book-open'
import Bot from 'lucide-react/icons/bot'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleMinus from 'lucide-react/icons/circle-minus'
import ClipboardCheck from 'lucide-react/icons/clipboard-check'
import Disc3 from 'lucide-react/icons/disc-3'
import Film from 'lucide-react/icons/film'
import Flag from 'lucide-react/icons/flag'
import FlagOff from 'lucide-react/icons/flag-off'
import Heart from 'lucide-react/icons/heart'
import KeyRound from 'lucide-react/icons/key-round'
import MessageCircle from 'lucide-react/icons/message-circle'
import MonitorPlay from 'lucide-react/icons/monitor-play'
import ShieldAlert from 'lucide-react/icons/shield-alert'
import Sparkles from 'lucide-react/icons/sparkles'
import Tv from 'lucide-react/icons/tv'
import Unplug from 'lucide-react/icons/unplug'
import UserPlus from 'lucide-react/icons/user-plus'

const ICONS = {
  request_pending: ClipboardCheck,
  request_auto_approved: CircleCheck,
  new_movie: Film,
  new_episode: Tv,
  new_book: BookOpen,
  new_music: Disc3,
  content_upgraded: Sparkles,
  watched_movie: Heart,
  watched_show: Heart,
  watched_book: Heart,
  watched_album: Heart,
  webhook_lost: Unplug,
  sign_in_throttled: ShieldAlert,
  admin_link_made: KeyRound,
  media_server_access: MonitorPlay,
  invite_access_request: UserPlus,
  library_access_request: UserPlus,
  library_access_decision: KeyRound,
  profile_change_pending: Bot,
  agent_action_pending: Bot,
  agent_autoapproval_paused: Bot,
  agent_digest: Bot,
  remediation_autodispatch_disabled: Bot,
  issue_created: Flag,
  issue_question: MessageCircle,
  issue_fix_confirm: CircleCheck,
  issue_report_update: MessageCircle,
  issue_closed: FlagOff,
} as const

function isDrawn(type: string): type is keyof typeof ICONS {
  return Object.hasOwn(ICONS, type)
}

/** Decorative: the text beside it says the same. */
export function EntryIcon({ type, data }: Pick<InboxEntry, 'type' | 'data'>) {
  if (type === 'request_decision') return data.decision === 'denied' ? <CircleMinus /> : <CircleCheck />
  const Icon = isDrawn(type) ? ICONS[type] : Bell
  return <Icon />
}
