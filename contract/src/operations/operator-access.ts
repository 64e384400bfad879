import type { RouteDefinition } from '../route.ts'

const SPEC = '0.8 C66'

/** The permissions to read and to change how the server runs. */
export const operatorReads = {
  access: 'admin',
  permission: 'system:read',
  spec: SPEC,
} as const satisfies Partial<RouteDefinition>

export const operatorChanges = {
  access: 'admin',
  permission: 'admin:*',
  spec: SPEC,
} as const satisfies Partial<RouteDefinition>
