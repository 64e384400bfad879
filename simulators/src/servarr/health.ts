import { json } from '../kit/answer.ts'
import type { Notifications } from './notifications.ts'
import type { Servarr } from './servarr.ts'

interface HealthIssue {
  id: number
  source: string
  type: 'notice' | 'warning' | 'error'
  message: string
  wikiUrl: string
}

export interface Health {
  /** Raises an issue and tells the connections that asked for health events. */
  raise: (source: string, type: HealthIssue['type'], message: string) => void
  clear: (source: string) => void
}

export function createHealth(servarr: Servarr, notifications: Notifications): Health {
  const { server, api, app, nextId } = servarr
  let issues: HealthIssue[] = []
  const wikiUrl = `https://wiki.servarr.com/${app.toLowerCase()}/system`

  server.route(`GET ${api}/health`, () => json(issues))

  return {
    raise(source, type, message) {
      issues.push({ id: nextId('health'), source, type, message, wikiUrl })
      // servarr-common.md, 9: warnings reach only those who asked for warnings too.
      const flags = type === 'error' ? ['onHealthIssue'] : ['onHealthIssue', 'includeHealthWarnings']
      notifications.tell(flags, 'Health', { level: type, message, type: source, wikiUrl }, [])
    },
    clear(source) {
      const gone = issues.filter(issue => issue.source === source)
      issues = issues.filter(issue => issue.source !== source)
      for (const { type, message } of gone) {
        notifications.tell(
          ['onHealthRestored'],
          'HealthRestored',
          { level: type, message, type: source, wikiUrl },
          [],
        )
      }
    },
  }
}
