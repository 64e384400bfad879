import type { RouteDefinition } from '../route.ts'

const SPEC = '0.8 C66'

/** Who may read and who may change what concerns the running of the server. */
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
