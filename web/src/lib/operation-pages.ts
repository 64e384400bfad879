import type { Permission } from '@foyer/contract/permissions'
import Archive from 'lucide-react/icons/archive'
import Database from 'lucide-react/icons/database'
import ListTodo from 'lucide-react/icons/list-todo'
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone'
import PackageX from 'lucide-react/icons/package-x'
import ScrollText from 'lucide-react/icons/scroll-text'
import Send from 'lucide-react/icons/send'
import type { ComponentType, SVGProps } from 'react'

type OwnPage = 'jobs' | 'deliveries' | 'outbox' | 'log' | 'caches' | 'database'

export interface OperationPage {
  id: OwnPage | 'devices'
  to: `/settings/operations/${OwnPage}` | '/users/devices'
  icon: ComponentType<SVGProps<SVGSVGElement>>
  permission: Permission
}

/** The pages of whoever runs the server, in order; the search of settings and the palette find them, too. */
export const OPERATION_PAGES: readonly OperationPage[] = [
  { id: 'jobs', to: '/settings/operations/jobs', icon: ListTodo, permission: 'system:read' },
  { id: 'deliveries', to: '/settings/operations/deliveries', icon: PackageX, permission: 'system:read' },
  { id: 'outbox', to: '/settings/operations/outbox', icon: Send, permission: 'system:read' },
  { id: 'log', to: '/settings/operations/log', icon: ScrollText, permission: 'system:read' },
  { id: 'caches', to: '/settings/operations/caches', icon: Archive, permission: 'system:read' },
  { id: 'database', to: '/settings/operations/database', icon: Database, permission: 'system:read' },
  { id: 'devices', to: '/users/devices', icon: MonitorSmartphone, permission: 'users:manage' },
]
