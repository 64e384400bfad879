import * as admin from '@foyer/contract/requests/admin-requests'
import { postRequestPreview } from '@foyer/contract/requests/request-preview'
import * as routes from '@foyer/contract/requests/requests'
import { Answer, type Binding, bind } from '#http/bind.ts'
import type { Requests } from './requests.ts'

export function requestRoutes(requests: Requests): Binding[] {
  return [
    bind(postRequestPreview).to(({ caller, body }) => requests.preview(caller, body)),
    bind(routes.postRequest).to(async ({ caller, body }) => {
      const { is_new, answer } = await requests.create(caller, body)
      return new Answer(answer, { status: is_new ? 201 : 200 })
    }),
    bind(routes.listRequests).to(({ caller, query }) => requests.history(caller, query)),
    bind(routes.getDeliveryStatus).to(({ caller, query }) => requests.deliveryStatus(caller, query)),
    bind(routes.postDeliveryAction).to(({ caller, params, body }) => requests.act(caller, params.id, body)),
    ...adminRoutes(requests),
  ]
}

function adminRoutes({ queue, approval }: Requests): Binding[] {
  return [
    bind(admin.listPendingRequests).to(() => queue.pending()),
    bind(admin.listWaitingRequests).to(() => queue.waiting()),
    bind(admin.listRequestHistory).to(({ caller, query }) => queue.history(caller, query)),
    bind(admin.approveRequest).to(({ caller, params, body }) => approval.approve(caller, params.id, body)),
    bind(admin.denyRequest).to(async ({ caller, params, body }) => {
      return { success: true, ...(await approval.deny(caller, params.id, body)) }
    }),
    bind(admin.undoRequestDecision).to(({ caller, params }) => approval.undo(caller, params.id)),
    bind(admin.waitForRequest).to(({ caller, params }) => approval.wait(caller, params.id)),
  ]
}
