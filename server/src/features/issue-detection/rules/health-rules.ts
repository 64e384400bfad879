import type { ProblemKind } from '@foyer/contract/issues/problem-kinds'
import type { HealthIssue } from '#ports/manager-reads.ts'

/** Which checks of a manager say something about a problem, by their names or their texts. */
const ABOUT: Partial<Record<ProblemKind, RegExp>> = {
  disk_space: /disk space|free space|space left/i,
  client_unreachable: /^DownloadClient|download clients? .*(unavailable|communicate)/i,
  remote_path_mapping: /^RemotePathMapping|^ImportMechanism|remote path mapping/i,
  permissions: /^RootFolder|^RecyclingBin|^RemotePathMapping|permission|not writable|access .*denied/i,
}

const MAX_MESSAGES = 3

export function isExplainedByHealth(kind: ProblemKind): boolean {
  return kind in ABOUT
}

/** What the manager says about itself, as further lines of the detail. */
export function healthLines(kind: ProblemKind, health: readonly HealthIssue[]): string[] {
  const about = ABOUT[kind]
  if (!about) return []
  const messages = health
    .filter(({ level }) => level === 'warning' || level === 'error')
    .filter(({ source, message }) => about.test(source) || about.test(message))
    .map(({ message }) => `The library itself reports: “${message}”`)
  return [...new Set(messages)].slice(0, MAX_MESSAGES)
}
