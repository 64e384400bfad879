import type { Permission } from '@foyer/contract/permissions'
import Film from 'lucide-react/icons/film'
import House from 'lucide-react/icons/house'
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
    | 'shell.instances'
    | 'shell.settings'
    | 'shell.account'
    | 'users.title'
    | 'discover.movies'
    | 'discover.tv'
    | 'discover.search_title'
  /** A shorter word for the bottom bar. */
  short?: 'shell.me'
  /** Only for those who hold it. */
  permission?: Permission
  /** R1: gone while this kind is hidden. */
  media?: 'movie' | 'tv'
  /** In the bottom bar of a phone, which has room for five. */
  bar: boolean
  /** Where the sidebar shows it. */
  place: 'top' | 'bottom'
}

/** Every page that navigation offers, in order. A page joins the bars and the palette by its line here. */
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
    to: '/settings',
    icon: Settings,
    label: 'shell.settings',
    permission: 'instances:manage',
    bar: true,
    place: 'top',
  },
  { to: '/account', icon: UserRound, label: 'shell.account', short: 'shell.me', bar: true, place: 'bottom' },
]

/** Kinds that the house hides; the frame is told by its page. */
export const HiddenKinds = createContext<readonly string[]>([])

export function navFor(permissions: readonly Permission[], hidden: readonly string[]): readonly NavEntry[] {
  return NAV.filter(
    ({ permission, media }) =>
      (!permission || permissions.includes(permission)) && !hidden.includes(media ?? ''),
  )
}

export function useNav(permissions: readonly Permission[]): readonly NavEntry[] {
  return navFor(permissions, useContext(HiddenKinds))
}
