/** The words before a command of Foyer where this one runs, such as `/opt/foyer/foyer`; undefined: npm, in its sources. */
export interface Launcher {
  launcher: string | undefined
}

/** What to type for a command, for sentences that tell people to: `foyer restore latest`. */
export function commandLine(
  { launcher }: Launcher,
  command: 'backup' | 'doctor' | 'restore',
  argument?: string,
): string {
  const words = launcher ? [launcher, command] : ['npm run', command, ...(argument ? ['--'] : [])]
  return [...words, ...(argument ? [argument] : [])].join(' ')
}
