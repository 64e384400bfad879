import type { Permission } from '@foyer/contract/permissions'
import House from 'lucide-react/icons/house'
import Users from 'lucide-react/icons/users'
import Plug from 'lucide-react/icons/plug'
import Settings from 'lucide-react/icons/settings'
import UserRound from 'lucide-react/icons/user-round'
import type { ComponentType, SVGProps } from 'react'
import type { FileRouteTypes } from '../../routeTree.gen.ts'

export type Icon = ComponentType<SVGProps<SVGSVGElement>>

export interface NavEntry {
  to: FileRouteTypes['to']
  icon: Icon
  label: 'shell.home' | 'shell.instances' | 'shell.settings' | 'shell.account' | 'users.title'
  /** A shorter word for the bottom bar. */
  short?: 'shell.me'
  /** Only for those who hold it. */
  permission?: Permission
  /** In the bottom bar of a phone, which has room for five. */
  bar: boolean
  /** Where the sidebar shows it. */
  place: 'top' | 'bottom'
}

/** Every page that navigation offers, in order. A page joins the bars and the palette by its line here. */
export const NAV: readonly NavEntry[] = [
  { to: '/', icon: House, label: 'shell.home', bar: true, place: 'top' },
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

export function navFor(permissions: readonly Permission[]): readonly NavEntry[] {
  return NAV.filter(entry => !entry.permission || permissions.includes(entry.permission))
}
