export const CHECKS = ['database', 'migrations', 'encryption_key'] as const
export type Check = (typeof CHECKS)[number]
export type Health = Readonly<Record<Check, 'ok' | 'failed' | 'unknown'>>

/** The result of each check; a missing one is unknown, not OK. */
export function healthOf(answer: unknown): Health {
  const checks: unknown = typeof answer === 'object' && answer && 'checks' in answer ? answer.checks : null
  const reported = new Map(Object.entries(typeof checks === 'object' && checks ? checks : {}))
  const judge = (check: Check) => {
    const word: unknown = reported.get(check)
    return word === 'ok' || word === 'failed' ? word : 'unknown'
  }
  return {
    database: judge('database'),
    migrations: judge('migrations'),
    encryption_key: judge('encryption_key'),
  }
}
