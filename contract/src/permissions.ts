/** The complete permission list (0.4). Permissions derive from the role and cannot be edited per user. */
export const PERMISSIONS = [
  'admin:*',
  'ai:chat',
  'ai_tools:manage',
  'credentials:manage',
  'downloads:manage',
  'downloads:read',
  'instances:manage',
  'library:browse',
  'library:read',
  'library:search',
  'mcp:access',
  'media:discover',
  'media:download',
  'media:request',
  'monitoring:read',
  'remediation:manage',
  'requests:manage',
  'system:read',
  'users:manage',
] as const

export type Permission = (typeof PERMISSIONS)[number]

export const ROLES = ['admin', 'user'] as const
export type Role = (typeof ROLES)[number]

const USER_PERMISSIONS: readonly Permission[] = [
  'ai:chat',
  'library:browse',
  'mcp:access',
  'media:discover',
  'media:download',
  'media:request',
]

/** Sorted, as on the wire (0.4). */
export function permissionsOf(role: Role): readonly Permission[] {
  return role === 'admin' ? PERMISSIONS : USER_PERMISSIONS
}
