import {
  type Destination,
  type DestinationChange,
  type DestinationDraft,
  type DestinationKind,
  eventsFor,
} from '@foyer/contract/destinations/destination'
import { type AlertCategory, CATEGORY_DEFAULTS } from '@foyer/contract/notifications'
import { withScheme } from '#lib/address.ts'
import { KINDS, type Scope } from './kinds.ts'
import { findTemplateProblem } from './template-problem-text.ts'

/** The values of the form. */
export interface DestinationValues {
  name: string
  /** Null keeps the saved address. */
  address: string | null
  /** Null keeps the saved secret. */
  secret: string | null
  events: readonly AlertCategory[]
  /** Of a webhook; blank: the usual JSON. */
  template: string
}

/** As the server chooses them: what is on by default, and for people also the decisions on their requests. */
function defaultEvents(scope: Scope, is_admin: boolean): AlertCategory[] {
  return eventsFor(is_admin ? 'admin' : 'user').filter(
    category => CATEGORY_DEFAULTS[category] || (scope === 'personal' && category === 'request_decision'),
  )
}

export function newValues(scope: Scope, is_admin: boolean, name: string): DestinationValues {
  return { name, address: '', secret: '', events: defaultEvents(scope, is_admin), template: '' }
}

export function valuesOf({ name, has_secret, events, template = '' }: Destination): DestinationValues {
  return { name, address: null, secret: has_secret ? null : '', events, template }
}

/** Completes a typed address; personal ones are reached by https only (C64). */
export function completeAddress(kind: DestinationKind, scope: Scope, typed: string): string {
  const { scheme } = KINDS[kind]
  const address = typed.trim()
  if (scheme === null) return address
  const complete = withScheme(address)
  const is_secure = scheme === 'https' || scope === 'personal'
  return complete !== address && is_secure ? complete.replace(/^http:/, 'https:') : complete
}

/**
 * C67: the address leads to another server, so the saved secret is not sent there unless it is entered again. Only the
 * host of the saved address is known here; a changed scheme or port is noticed by the server.
 */
export function needsSecretAgain(
  kind: DestinationKind,
  scope: Scope,
  values: DestinationValues,
  stored: Destination | undefined,
): boolean {
  if (!stored?.has_secret || values.address === null || KINDS[kind].scheme === null) return false
  const typed = URL.parse(completeAddress(kind, scope, values.address))
  if (!typed || typed.hostname === '') return false
  const [saved] = stored.target.toLowerCase().split('/')
  return saved !== typed.host && saved !== typed.hostname
}

export type Gap = 'name' | 'address' | 'secret' | 'secret_again' | 'template'

/** What is missing or wrong, checked before anything is sent. `again`: the saved secret must be entered again. */
export function gapsOf(kind: DestinationKind, values: DestinationValues, again: boolean): Gap[] {
  const { secret } = KINDS[kind]
  const gaps: Gap[] = []
  if (!values.name.trim()) gaps.push('name')
  if (values.address?.trim() === '') gaps.push('address')
  if (again && values.secret === null) gaps.push('secret_again')
  else if (secret === 'required' && values.secret?.trim() === '') gaps.push('secret')
  if (findTemplateProblem(values.template)) gaps.push('template')
  return gaps
}

export function fieldOfGap(gap: Gap): Exclude<Gap, 'secret_again'> {
  return gap === 'secret_again' ? 'secret' : gap
}

function addressOf(kind: DestinationKind, scope: Scope, { address }: DestinationValues) {
  return address === null ? {} : { address: completeAddress(kind, scope, address) }
}

const secretOf = ({ secret }: DestinationValues) => (secret?.trim() ? { secret: secret.trim() } : {})

/** The secret of a stored destination: kept, replaced or removed. */
function secretChange(values: DestinationValues, stored: Destination) {
  const clears = values.secret?.trim() === '' && stored.has_secret
  return { ...secretOf(values), ...(clears && { clear_secret: true }) }
}

function templateOf(values: DestinationValues, stored?: Destination) {
  const template = values.template.trim()
  return template === (stored?.template ?? '') ? {} : { template }
}

export function newDestination(
  kind: DestinationKind,
  scope: Scope,
  values: DestinationValues,
): DestinationDraft {
  return {
    kind,
    name: values.name.trim(),
    events: [...values.events],
    address: '',
    ...addressOf(kind, scope, values),
    ...secretOf(values),
    ...templateOf(values),
  }
}

export function changeOf(scope: Scope, values: DestinationValues, stored: Destination): DestinationChange {
  return {
    name: values.name.trim(),
    events: [...values.events],
    ...addressOf(stored.kind, scope, values),
    ...secretChange(values, stored),
    ...templateOf(values, stored),
  }
}

export type Trial =
  | { of: 'draft'; body: Pick<DestinationDraft, 'kind' | 'address' | 'secret' | 'template'> }
  | {
      of: 'stored'
      id: string
      body: Pick<DestinationChange, 'address' | 'secret' | 'clear_secret' | 'template'>
    }

/** What to test: the form as it would be saved. */
export function trialOf(
  kind: DestinationKind,
  scope: Scope,
  values: DestinationValues,
  stored: Destination | undefined,
): Trial {
  const address = addressOf(kind, scope, values)
  const template = templateOf(values, stored)
  if (!stored) {
    return { of: 'draft', body: { kind, address: '', ...address, ...secretOf(values), ...template } }
  }
  const { id } = stored
  return { of: 'stored', id, body: { ...address, ...secretChange(values, stored), ...template } }
}
