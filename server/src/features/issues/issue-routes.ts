import * as admin from '@foyer/contract/issues/admin-issues'
import * as routes from '@foyer/contract/issues/issues'
import { type Binding, bind } from '#http/bind.ts'
import { Refusal } from '#kit/refusal.ts'

const unbuilt = () => {
  throw new Refusal('unavailable')
}

export function issueRoutes(): Binding[] {
  return [
    bind(routes.postIssue).to(unbuilt),
    bind(routes.getIssues).to(unbuilt),
    bind(routes.getIssue).to(unbuilt),
    bind(routes.postIssueReply).to(unbuilt),
    bind(routes.postIssueConfirmFixed).to(unbuilt),
    bind(admin.getAdminIssues).to(unbuilt),
    bind(admin.postIssueDismiss).to(unbuilt),
    bind(admin.postIssueResolve).to(unbuilt),
    bind(admin.postIssueReopen).to(unbuilt),
  ]
}
