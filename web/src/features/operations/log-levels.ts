import type { LogLevelName } from '@foyer/contract/operations/logs'

/** From the worst, as pages show them. */
export const LOG_LEVELS: readonly LogLevelName[] = ['error', 'warn', 'info', 'debug']
