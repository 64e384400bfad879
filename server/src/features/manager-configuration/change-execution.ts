import { fillSentence } from '@foyer/contract/sentences'
import { CHANGE_OBJECTIONS, CHANGE_SENTENCES } from '@foyer/contract/tool-access/change-sentences'
import { isDoneUnread, UpstreamFault } from '#kit/upstream-fault.ts'
import {
  type ConfigurationObjection,
  ConfigurationRefused,
  type FormatRecord,
  type ManagerDocument,
} from '#ports/manager-configuration.ts'
import { isSameFormat } from './custom-format-rules.ts'
import type { ManagedInstance } from './managed-instances.ts'
import type { ChangeEnd, ChangeRecord } from './settings-change-store.ts'

/** What a change is about, as the library manager has it now. */
export interface LiveResource {
  resource_id: number
  document: ManagerDocument
}

/** Null: it does not exist. Throws UpstreamFault when it cannot be read. */
export async function readLive(
  { port, connection }: ManagedInstance,
  change: Pick<ChangeRecord, 'resource_type' | 'resource_id' | 'resource_name'>,
  signal?: AbortSignal,
): Promise<LiveResource | null> {
  const { resource_type, resource_id, resource_name } = change
  if (resource_type === 'quality_profile') {
    const profile = await port.findProfile(connection, resource_id ?? 0, signal)
    return profile && { resource_id: profile.settings.id, document: profile.document }
  }
  const formats = (await port.listFormats(connection, signal)) ?? []
  const isIt = (format: FormatRecord) =>
    resource_id === null ? format.settings.name === resource_name : format.id === resource_id
  const found = formats.find(isIt)
  return found ? { resource_id: found.id ?? 0, document: found.document } : null
}

type Documented = Pick<ChangeRecord, 'resource_type' | 'before_document' | 'after_document'>

/** Which recorded state the library manager is in. */
export function stateOf(
  { port }: Pick<ManagedInstance, 'port'>,
  { resource_type, before_document, after_document }: Documented,
  live: LiveResource | null,
): 'as_before' | 'as_recorded' | 'different' {
  const isLive = (recorded: ManagerDocument | null) => {
    if (!recorded || !live) return !recorded && !live
    if (resource_type === 'quality_profile') return port.isSameProfile(recorded, live.document)
    return isSameFormat(port.formatFrom(recorded).settings, port.formatFrom(live.document).settings)
  }
  if (isLive(after_document)) return 'as_recorded'
  return isLive(before_document) ? 'as_before' : 'different'
}

type Ended = Omit<ChangeEnd, 'completed_at'>

const NOT_CONFIRMED = CHANGE_SENTENCES.not_confirmed

/** Sends the change once, and finds out what came of it. It never throws for the library manager's failure. */
export async function execute(managed: ManagedInstance, change: ChangeRecord): Promise<Ended> {
  try {
    return applied(await send(managed, change))
  } catch (error) {
    if (error instanceof ConfigurationRefused) return { status: 'failed', error_text: refusalText(error) }
    if (!(error instanceof UpstreamFault)) throw error
    if (isDoneUnread(error)) return (await lookBack(managed, change)).found ?? { status: 'applied' }
    return afterFault(managed, change, error)
  }
}

function applied({ resource_id, document }: LiveResource): Ended {
  return { status: 'applied', resource_id, after_document: document }
}

async function send({ port, connection }: ManagedInstance, change: ChangeRecord): Promise<LiveResource> {
  const { resource_type, after_document } = change
  if (!after_document) throw new Error(`the settings change ${change.id} has nothing to send`)
  if (resource_type === 'quality_profile') {
    const saved = await port.saveProfile(connection, port.profileFrom(after_document))
    return { resource_id: saved.settings.id, document: saved.document }
  }
  const saved = await port.saveFormat(connection, port.formatFrom(after_document))
  return { resource_id: saved.id ?? 0, document: saved.document }
}

/**
 * The transport reports `outcome_unknown` when the request may have arrived: the manager may still be working on it,
 * so an unchanged profile proves nothing. With any other status the manager has finished; without one, nothing was
 * sent.
 */
async function afterFault(
  managed: ManagedInstance,
  change: ChangeRecord,
  fault: UpstreamFault,
): Promise<Ended> {
  const failed: Ended = { status: 'failed', error_text: fault.message }
  if (fault.kind !== 'outcome_unknown' && (fault.status ?? 0) < 500) return failed
  const { found, state } = await lookBack(managed, change)
  if (found) return found
  if (state === 'as_before' && fault.kind !== 'outcome_unknown') return failed
  return { status: 'outcome_unknown', error_text: NOT_CONFIRMED }
}

interface Look {
  /** Set when the intended document is there. */
  found: Ended | null
  state: ReturnType<typeof stateOf> | 'unreadable'
}

async function lookBack(managed: ManagedInstance, change: ChangeRecord): Promise<Look> {
  try {
    const live = await readLive(managed, change)
    const state = stateOf(managed, change, live)
    return { found: state === 'as_recorded' && live ? applied(live) : null, state }
  } catch (error) {
    if (!(error instanceof UpstreamFault)) throw error
    return { found: null, state: 'unreadable' }
  }
}

/**
 * A change whose end was not saved, because the server stopped or the response was lost. It is applied if the library
 * manager has exactly the intended document; anything else stays unknown. `again`: it could not be read.
 */
export async function resolveLater(
  managed: ManagedInstance | null,
  change: ChangeRecord,
): Promise<{ end: Ended; again: boolean }> {
  const unknown: Ended = { status: 'outcome_unknown', error_text: NOT_CONFIRMED }
  if (!managed) return { end: unknown, again: false }
  const { found, state } = await lookBack(managed, change)
  return { end: found ?? unknown, again: state === 'unreadable' }
}

const OBJECTIONS: Record<ConfigurationObjection, string> = {
  cutoff: CHANGE_OBJECTIONS.objects_cutoff,
  formats: CHANGE_OBJECTIONS.objects_formats,
  scores: CHANGE_OBJECTIONS.objects_scores,
  name: CHANGE_OBJECTIONS.objects_name,
  specifications: CHANGE_OBJECTIONS.objects_specifications,
  other: CHANGE_OBJECTIONS.objects_otherwise,
}

/** The manager's own text is not passed on (3.8). */
function refusalText({ product, objections }: ConfigurationRefused): string {
  const reasons = objections.map(one => OBJECTIONS[one])
  return fillSentence(CHANGE_SENTENCES.rejected, { product, reasons: reasons.join('; ') })
}
