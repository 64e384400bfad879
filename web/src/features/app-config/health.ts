export const CHECKS = ['database', 'migrations', 'encryption_key'] as const
export type Check = (typeof CHECKS)[number]
export type Health = Readonly<Record<Check, 'ok' | 'failed' | 'unknown'>>

/** What each check said; one that said nothing is unknown, not fine. */
export function healthOf(answer: unknown): Health {
  const checks: unknown = typeof answer === 'object' && answer && 'checks' in answer ? answer.checks : null
  const said = new Map(Object.entries(typeof checks === 'object' && checks ? checks : {}))
  const judge = (check: Check) => {
    const word: unknown = said.get(check)
    return word === 'ok' || word === 'failed' ? word : 'unknown'
  }
  return {
    database: judge('database'),
    migrations: judge('migrations'),
    encryption_key: judge('encryption_key'),
  }
}
