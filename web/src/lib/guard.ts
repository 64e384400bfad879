import type { Permission } from '@foyer/contract/permissions'
import { notFound } from '@tanstack/react-router'
import { session } from './api.ts'

export function holds(permission: Permission): boolean {
  return session.current()?.user.permissions.includes(permission) ?? false
}

/** For loaders: a page that is not for this account does not exist for it. */
export function requirePermission(permission: Permission): void {
  if (!holds(permission)) throw notFound()
}
