import type { Permission } from '@foyer/contract/permissions'
import Bell from 'lucide-react/icons/bell'
import BookOpen from 'lucide-react/icons/book-open'
import CalendarDays from 'lucide-react/icons/calendar-days'
import ClipboardCheck from 'lucide-react/icons/clipboard-check'
import Cpu from 'lucide-react/icons/cpu'
import Disc3 from 'lucide-react/icons/disc-3'
import Film from 'lucide-react/icons/film'
import Flag from 'lucide-react/icons/flag'
import Heart from 'lucide-react/icons/heart'
import House from 'lucide-react/icons/house'
import Inbox from 'lucide-react/icons/inbox'
import MessageCircle from 'lucide-react/icons/message-circle'
import MonitorPlay from 'lucide-react/icons/monitor-play'
import Users from 'lucide-react/icons/users'
import Plug from 'lucide-react/icons/plug'
import Search from 'lucide-react/icons/search'
import Settings from 'lucide-react/icons/settings'
import Tv from 'lucide-react/icons/tv'
import UserRound from 'lucide-react/icons/user-round'
import { type ComponentType, createContext, type SVGProps, useContext } from 'react'
import type { FileRouteTypes } from '../../routeTree.gen.ts'

export type Icon = ComponentType<SVGProps<SVGSVGElement>>

export interface NavEntry {
  to: FileRouteTypes['to']
  icon: Icon
  label:
    | 'shell.home'
    | 'shell.chat'
    | 'shell.inbox'
    | 'shell.instances'
    | 'shell.issues'
    | 'shell.reports'
    | 'shell.servers'
    | 'shell.settings'
    | 'shell.transcoder'
    | 'shell.watchlist'
    | 'shell.account'
    | 'users.title'
    | 'calendar.title'
    | 'discover.movies'
    | 'discover.tv'
    | 'discover.books'
    | 'discover.music'
    | 'discover.search_title'
    | 'requests.title'
    | 'approvals.title'
  /** A shorter label for the bottom bar. */
  short?: 'shell.me'
  /** Only shown with this permission. */
  permission?: Permission
  /** R1: not shown while this media type is hidden; the last three are for accounts that have them. */
  media?: 'movie' | 'tv' | 'book' | 'music' | 'server' | 'reports' | 'transcoder'
  /** Shown in a phone's bottom bar, which has room for five. */
  bar: boolean
  /** Its place in the sidebar. */
  place: 'top' | 'bottom'
}

/** All pages of the navigation, in order. To add one to the bars and the palette, add a line here. */
export const NAV: readonly NavEntry[] = [
  { to: '/', icon: House, label: 'shell.home', bar: true, place: 'top' },
  {
    to: '/search',
    icon: Search,
    label: 'discover.search_title',
    permission: 'media:discover',
    bar: true,
    place: 'top',
  },
  // A phone has it in the top bar, where the bottom bar has no room left.
  { to: '/chat', icon: MessageCircle, label: 'shell.chat', permission: 'ai:chat', bar: false, place: 'top' },
  {
    to: '/movies',
    icon: Film,
    label: 'discover.movies',
    permission: 'media:discover',
    media: 'movie',
    bar: false,
    place: 'top',
  },
  {
    to: '/tv',
    icon: Tv,
    label: 'discover.tv',
    permission: 'media:discover',
    media: 'tv',
    bar: false,
    place: 'top',
  },
  {
    to: '/books',
    icon: BookOpen,
    label: 'discover.books',
    permission: 'media:discover',
    media: 'book',
    bar: false,
    place: 'top',
  },
  {
    to: '/music',
    icon: Disc3,
    label: 'discover.music',
    permission: 'media:discover',
    media: 'music',
    bar: false,
    place: 'top',
  },
  {
    to: '/calendar',
    icon: CalendarDays,
    label: 'calendar.title',
    permission: 'media:discover',
    bar: true,
    place: 'top',
  },
  {
    to: '/requests',
    icon: Inbox,
    label: 'requests.title',
    permission: 'media:request',
    bar: true,
    place: 'top',
  },
  {
    to: '/watchlist',
    icon: Heart,
    label: 'shell.watchlist',
    permission: 'media:discover',
    bar: false,
    place: 'top',
  },
  { to: '/inbox', icon: Bell, label: 'shell.inbox', bar: false, place: 'top' },
  {
    to: '/issues',
    icon: Flag,
    label: 'shell.reports',
    permission: 'media:request',
    media: 'reports',
    bar: false,
    place: 'top',
  },
  { to: '/servers', icon: MonitorPlay, label: 'shell.servers', media: 'server', bar: false, place: 'top' },
  {
    to: '/approvals',
    icon: ClipboardCheck,
    label: 'approvals.title',
    permission: 'requests:manage',
    bar: false,
    place: 'top',
  },
  // Those who manage issues have everybody's, their own among them.
  {
    to: '/issues',
    icon: Flag,
    label: 'shell.issues',
    permission: 'remediation:manage',
    bar: false,
    place: 'top',
  },
  { to: '/users', icon: Users, label: 'users.title', permission: 'users:manage', bar: false, place: 'top' },
  {
    to: '/instances',
    icon: Plug,
    label: 'shell.instances',
    permission: 'instances:manage',
    bar: false,
    place: 'top',
  },
  {
    to: '/transcoder',
    icon: Cpu,
    label: 'shell.transcoder',
    permission: 'monitoring:read',
    media: 'transcoder',
    bar: false,
    place: 'top',
  },
  {
    to: '/settings',
    icon: Settings,
    label: 'shell.settings',
    permission: 'instances:manage',
    bar: false,
    place: 'top',
  },
  { to: '/account', icon: UserRound, label: 'shell.account', short: 'shell.me', bar: true, place: 'bottom' },
]

/** Counts per page, by address. */
export type Badges = Partial<Record<NavEntry['to'], number>>

interface NavFacts {
  /** Hidden media types, and `server`, `reports` and `transcoder` where there are none. */
  hidden: readonly string[]
  badges: Badges
  /** Whether the account can chat. Without, the page explains how to set it up. */
  has_chat: boolean
}

/** What the navigation needs to know; the layout route provides it. */
export const NavContext = createContext<NavFacts>({ hidden: [], badges: {}, has_chat: false })

export function navFor(permissions: readonly Permission[], hidden: readonly string[]): readonly NavEntry[] {
  return NAV.filter(
    ({ permission, media }) =>
      (!permission || permissions.includes(permission)) && !hidden.includes(media ?? ''),
  )
}

export function useNav(permissions: readonly Permission[]): readonly NavEntry[] {
  return navFor(permissions, useContext(NavContext).hidden)
}

export function useBadge(to: NavEntry['to'], bar = false): number {
  return badgeOf(useContext(NavContext).badges, to, bar)
}

/** The count of an entry. Me includes the pages that a phone shows nowhere else; the bell is at its top. */
export function badgeOf(badges: Badges, to: NavEntry['to'], bar: boolean): number {
  if (!bar || to !== '/account') return badges[to] ?? 0
  // Once per page: one with two entries, for two kinds of people, has one count.
  const behind = new Set(NAV.filter(entry => !entry.bar && entry.to !== '/inbox').map(entry => entry.to))
  return [...behind].reduce((sum, page) => sum + (badges[page] ?? 0), 0)
}

/** What the number beside an entry counts. */
export function badgeLabelKey(to: NavEntry['to']): 'shell.unread' | 'shell.attention' | 'shell.waiting' {
  if (to === '/inbox' || to === '/issues') return 'shell.unread'
  return to === '/approvals' ? 'shell.waiting' : 'shell.attention'
}
