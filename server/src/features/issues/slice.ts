import type { Inventory } from '#features/instances/index.ts'
import type { TitleGate } from '#features/kids/index.ts'
import type { Alerts } from '#features/notifications/index.ts'
import type { ReadTitle } from '#features/requests/index.ts'
import { createCurrentCaller } from '#features/sessions/index.ts'
import type { TvMatches } from '#features/tv-matches/index.ts'
import { parseInput } from '#http/validation.ts'
import type { Platform } from '#platform/platform.ts'
import { issueRoutes } from './issue-routes.ts'
import { createAdminDecisions } from './lifecycle/admin-decisions.ts'
import { createIssueNotices } from './lifecycle/issue-notices.ts'
import { createIssueThread } from './lifecycle/issue-thread.ts'
import { createIssues } from './lifecycle/issues.ts'
import { noteAiHealth } from './lifecycle/system-issues.ts'
import { createUserRemoval } from './lifecycle/user-removal.ts'
import { createReportFacts, type ReportFactsParts } from './reports/report-facts.ts'
import { createReportIntake } from './reports/report-intake.ts'
import { createScopeJudge } from './reports/scope-judge.ts'
import { createIssueReader } from './views/issue-reader.ts'

interface Needs extends Pick<ReportFactsParts, 'bookRecords'> {
  inventory: Inventory
  kids: TitleGate
  alerts: Alerts
  tv_matches: TvMatches
  readTitle: ReadTitle
}

/** Reports of people and detected problems, with their threads (2:4.9). */
export function createIssuesSlice(platform: Platform, needs: Needs) {
  const { database, hooks } = platform
  const parts = {
    ...platform,
    ...needs,
    currentCaller: createCurrentCaller(database),
    issueOpened: hooks.issueOpened.run,
    issueClosed: hooks.issueClosed.run,
    issueReplied: hooks.issueReplied.run,
    issueReported: hooks.issueReported.run,
    isRecovering: hooks.isRecovering.find,
    notices: createIssueNotices({ ...platform, ...needs }),
  }
  const changes = createIssues(parts)
  const { issues } = changes
  const reader = createIssueReader(parts)
  const thread = createIssueThread({ ...parts, reader, changes })
  const report = createReportIntake({
    ...parts,
    parseInput,
    changes,
    thread,
    judgeScope: createScopeJudge(parts),
    facts: createReportFacts(parts),
    currentCallerIn: db => createCurrentCaller({ read: db }),
  })
  const decisions = createAdminDecisions({ ...parts, changes })
  hooks.aiHealthChanged.on('issues', (tx, failure) => noteAiHealth(issues, tx, failure))
  hooks.userRemoved.on('issues', createUserRemoval({ ...parts, issues }))
  return { api: { issues }, routes: issueRoutes({ report, reader, thread, decisions }) }
}
