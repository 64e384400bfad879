import type { Permission } from '@foyer/contract/permissions'
import Activity from 'lucide-react/icons/activity'
import ArchiveRestore from 'lucide-react/icons/archive-restore'
import Bell from 'lucide-react/icons/bell'
import Bot from 'lucide-react/icons/bot'
import ClipboardCheck from 'lucide-react/icons/clipboard-check'
import Compass from 'lucide-react/icons/compass'
import Globe from 'lucide-react/icons/globe'
import History from 'lucide-react/icons/history'
import EyeOff from 'lucide-react/icons/eye-off'
import Images from 'lucide-react/icons/images'
import Inbox from 'lucide-react/icons/inbox'
import KeyRound from 'lucide-react/icons/key-round'
import LifeBuoy from 'lucide-react/icons/life-buoy'
import ListChecks from 'lucide-react/icons/list-checks'
import LogIn from 'lucide-react/icons/log-in'
import Mail from 'lucide-react/icons/mail'
import Megaphone from 'lucide-react/icons/megaphone'
import MessageCircleMore from 'lucide-react/icons/message-circle-more'
import MessagesSquare from 'lucide-react/icons/messages-square'
import Plug from 'lucide-react/icons/plug'
import Route from 'lucide-react/icons/route'
import Server from 'lucide-react/icons/server'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Sparkles from 'lucide-react/icons/sparkles'
import Tv from 'lucide-react/icons/tv'
import TvMinimalPlay from 'lucide-react/icons/tv-minimal-play'
import Users from 'lucide-react/icons/users'
import Wrench from 'lucide-react/icons/wrench'
import Zap from 'lucide-react/icons/zap'
import type { ComponentType, SVGProps } from 'react'
import { OPERATION_PAGES, type OperationPage } from '#lib/operation-pages.ts'
import type { FileRouteTypes } from '../../routeTree.gen.ts'

export interface SettingsSection {
  id:
    | 'instances'
    | 'users'
    | 'sign_in'
    | 'single_sign_on'
    | 'requests'
    | 'tv_matches'
    | 'notifications'
    | 'chat_webhook'
    | 'destinations'
    | 'email'
    | 'assistants'
    | 'own_ai'
    | 'included_ai'
    | 'tools'
    | 'proposals'
    | 'problems'
    | 'agent_actions'
    | 'approval_rules'
    | 'configuration_history'
    | 'set_top_boxes'
    | 'provider_keys'
    | 'discovery'
    | 'hidden_titles'
    | 'image_cache'
    | 'external_address'
    | 'outbound_proxy'
    | 'operations'
    | 'backups'
    | 'server'
  to: FileRouteTypes['to']
  icon: ComponentType<SVGProps<SVGSVGElement>>
  permission: Permission
}

/** All settings pages, in order. To add one to the overview, the search and the palette, add a line here. */
export const SETTINGS: readonly SettingsSection[] = [
  { id: 'instances', to: '/instances', icon: Plug, permission: 'instances:manage' },
  { id: 'users', to: '/users', icon: Users, permission: 'users:manage' },
  { id: 'sign_in', to: '/settings/sign-in', icon: LogIn, permission: 'users:manage' },
  { id: 'single_sign_on', to: '/settings/single-sign-on', icon: ShieldCheck, permission: 'users:manage' },
  { id: 'requests', to: '/settings/requests', icon: Inbox, permission: 'requests:manage' },
  { id: 'tv_matches', to: '/settings/tv-matches', icon: Tv, permission: 'requests:manage' },
  { id: 'problems', to: '/settings/problems', icon: LifeBuoy, permission: 'remediation:manage' },
  {
    id: 'agent_actions',
    to: '/settings/agent-actions',
    icon: ClipboardCheck,
    permission: 'remediation:manage',
  },
  { id: 'approval_rules', to: '/settings/approval-rules', icon: Zap, permission: 'remediation:manage' },
  { id: 'notifications', to: '/settings/notifications', icon: Bell, permission: 'admin:*' },
  {
    id: 'chat_webhook',
    to: '/settings/chat-webhook',
    icon: MessagesSquare,
    permission: 'credentials:manage',
  },
  { id: 'destinations', to: '/settings/destinations', icon: Megaphone, permission: 'credentials:manage' },
  { id: 'email', to: '/settings/email', icon: Mail, permission: 'credentials:manage' },
  { id: 'assistants', to: '/account/assistants', icon: Bot, permission: 'mcp:access' },
  { id: 'own_ai', to: '/account/ai', icon: MessageCircleMore, permission: 'ai:chat' },
  { id: 'included_ai', to: '/settings/included-ai', icon: Sparkles, permission: 'credentials:manage' },
  { id: 'tools', to: '/settings/tools', icon: Wrench, permission: 'ai_tools:manage' },
  { id: 'proposals', to: '/settings/proposals', icon: ListChecks, permission: 'instances:manage' },
  {
    id: 'configuration_history',
    to: '/settings/configuration-history',
    icon: History,
    permission: 'instances:manage',
  },
  { id: 'set_top_boxes', to: '/settings/set-top-boxes', icon: TvMinimalPlay, permission: 'instances:manage' },
  { id: 'provider_keys', to: '/settings/provider-keys', icon: KeyRound, permission: 'credentials:manage' },
  { id: 'discovery', to: '/settings/discovery', icon: Compass, permission: 'instances:manage' },
  { id: 'hidden_titles', to: '/settings/hidden-titles', icon: EyeOff, permission: 'requests:manage' },
  { id: 'image_cache', to: '/settings/image-cache', icon: Images, permission: 'instances:manage' },
  { id: 'external_address', to: '/settings/external-address', icon: Globe, permission: 'users:manage' },
  { id: 'outbound_proxy', to: '/settings/outbound-proxy', icon: Route, permission: 'instances:manage' },
  { id: 'operations', to: '/settings/operations', icon: Activity, permission: 'system:read' },
  { id: 'backups', to: '/settings/backups', icon: ArchiveRestore, permission: 'admin:*' },
  { id: 'server', to: '/settings/server', icon: Server, permission: 'instances:manage' },
]

export function settingsFor(permissions: readonly Permission[]): readonly SettingsSection[] {
  return SETTINGS.filter(section => permissions.includes(section.permission))
}

/** Pages below Operations: found by a search, not listed beside it. */
export function operationPagesFor(permissions: readonly Permission[]): readonly OperationPage[] {
  return OPERATION_PAGES.filter(page => permissions.includes(page.permission))
}
