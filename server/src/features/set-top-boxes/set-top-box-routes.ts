import * as contract from '@foyer/contract/set-top-boxes'
import { bind, type Binding, type ErrorForm } from '#http/bind.ts'
import type { Caller } from '#kit/caller.ts'
import type { BoxActions } from './box-actions.ts'
import { presentRefusal } from './box-refusal-rules.ts'
import type { Boxes } from './boxes-service.ts'
import type { Pairings } from './pairings.ts'

/** 2:4.12: every error, wherever it is thrown, is exactly `{code, error}`. */
const asBoxError: ErrorForm = ({ code }) => {
  const { status, body } = presentRefusal(code)
  return { status, content_type: 'application/json; charset=utf-8', body: JSON.stringify(body) }
}

interface Services {
  boxes: Boxes
  pairings: Pairings
  actions: BoxActions
  /** Refuses kids accounts before anything else is checked. */
  permit: (caller: Caller) => Promise<void>
}

export function setTopBoxRoutes({ boxes, pairings, actions, permit }: Services): Binding[] {
  const bindings = [
    bind(contract.listSetTopBoxes).to(({ caller }) => boxes.list(caller)),
    bind(contract.discoverSetTopBoxes).to(({ caller, body }) => boxes.discover(caller, body.address)),
    bind(contract.beginSetTopBoxPairing).to(({ caller, body }) => pairings.begin(caller, body)),
    bind(contract.completeSetTopBoxPairing).to(({ caller, params, body }) =>
      pairings.complete(caller, params.id, body.pin),
    ),
    bind(contract.cancelSetTopBoxPairing).to(({ caller, params }) => {
      pairings.cancel(caller, params.id)
      return { state: 'cancelled' as const }
    }),
    bind(contract.changeSetTopBox).to(({ params, body }) => boxes.change(params.id, body)),
    bind(contract.forgetSetTopBox).to(({ params }) => boxes.forget(params.id)),
    bind(contract.getSetTopBoxGrants).to(({ params }) => boxes.grants(params.id)),
    bind(contract.putSetTopBoxGrants).to(({ params, body }) => boxes.replaceGrants(params.id, body.user_ids)),
    bind(contract.checkSetTopBox).to(({ caller, params }) => actions.check(caller, params.id)),
    bind(contract.openOnSetTopBox).to(({ caller, params, body }) => actions.open(caller, params.id, body)),
    bind(contract.confirmOpenOnSetTopBox).to(({ caller, params, body }) =>
      actions.confirm(caller, params.id, body.confirmation_id),
    ),
  ]
  return bindings.map(binding => ({ ...binding, permit, error_form: asBoxError }))
}
