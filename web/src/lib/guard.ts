import type { Permission } from '@foyer/contract/permissions'
import { notFound } from '@tanstack/react-router'
import { session } from './api.ts'

export function hasPermission(permission: Permission): boolean {
  return session.current()?.user.permissions.includes(permission) ?? false
}

/** For loaders: without the permission, the page does not exist. */
export function requirePermission(permission: Permission): void {
  if (!hasPermission(permission)) throw notFound()
}
