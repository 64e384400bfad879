import * as admin from '@foyer/contract/issues/admin-issues'
import * as routes from '@foyer/contract/issues/issues'
import { Answer, type Binding, bind } from '#http/bind.ts'
import type { AdminDecisions } from './lifecycle/admin-decisions.ts'
import type { IssueThread } from './lifecycle/issue-thread.ts'
import type { ReportIntake } from './reports/report-intake.ts'
import type { IssueReader } from './views/issue-reader.ts'

interface Services {
  report: ReportIntake
  reader: IssueReader
  thread: IssueThread
  decisions: AdminDecisions
}

export function issueRoutes({ report, reader, thread, decisions }: Services): Binding[] {
  return [
    bind(routes.postIssue).to(async ({ caller, body }) => {
      const { is_new, answer } = await report(caller, body)
      return new Answer(answer, { status: is_new ? 201 : 200 })
    }),
    bind(routes.getIssues).to(({ caller }) => reader.own(caller)),
    bind(routes.getIssue).to(({ caller, params }) => reader.one(caller, params.id)),
    bind(routes.postIssueReply).to(({ caller, params, body }) => thread.reply(caller, params.id, body.body)),
    bind(routes.postIssueConfirmFixed).to(({ caller, params }) => thread.confirmFixed(caller, params.id)),
    bind(admin.getAdminIssues).to(({ caller, query }) => reader.all(caller, query)),
    bind(admin.postIssueDismiss).to(({ caller, params }) => decisions.dismiss(caller, params.id)),
    bind(admin.postIssueResolve).to(({ caller, params, body }) => decisions.resolve(caller, params.id, body)),
    bind(admin.postIssueReopen).to(({ caller, params }) => decisions.reopen(caller, params.id)),
  ]
}
