import { ACTION_RISKS, type ActionRisk } from '@foyer/contract/remediation/agent-actions'
import type { z } from 'zod'
import { Refusal } from '#kit/refusal.ts'
import { type ActionOrder, CHANGEABLE, parseOrder } from './action-params.ts'

/** 2/4.9: the variant of a fix; a standing approval is for one of them. */
export function facetOf({ kind, params }: ActionOrder): string {
  if (kind === 'remediate_queue') return params.action
  if (kind === 'manual_import') return params.force ? 'force' : ''
  if (kind === 'delete_media_files') return params.blocklist ? 'blocklist' : 'files_only'
  return ''
}

/** The agent may call an action riskier than its kind, never safer. */
export function riskOf(order: ActionOrder, claimed: ActionRisk): ActionRisk {
  const least = ACTION_RISKS.indexOf(leastRisk(order))
  return ACTION_RISKS[Math.max(least, ACTION_RISKS.indexOf(claimed))] ?? 'high'
}

function leastRisk({ kind, params }: ActionOrder): ActionRisk {
  switch (kind) {
    case 'delete_media_files':
      return 'high'
    case 'remediate_queue':
      return params.action === 'change_category' ? 'low' : 'medium'
    case 'manual_import':
      return params.force ? 'medium' : 'low'
    case 'grab_release':
      return params.rejected || params.queue_id_to_replace !== undefined ? 'medium' : 'low'
    default:
      return 'low'
  }
}

/**
 * The values an admin approves. Repeating a value does not count as a change; null leaves an optional one out. A field
 * that would point the action at something else is refused by name.
 */
export function changeOrder(
  order: ActionOrder,
  override: Readonly<Record<string, unknown>>,
): { order: ActionOrder; changed: boolean } {
  const params: Record<string, unknown> = { ...order.params }
  const changeable: Record<string, z.ZodType> = CHANGEABLE[order.kind]
  const fields: Record<string, string> = {}
  for (const [name, value] of Object.entries(override)) {
    if (isSame(params[name], value)) continue
    const schema = Object.hasOwn(changeable, name) ? changeable[name] : undefined
    const parsed = schema?.safeParse(value)
    if (!parsed) fields[name] = 'This cannot be changed. Deny the action instead.'
    else if (!parsed.success)
      fields[name] = parsed.error.issues[0]?.message ?? 'This value is not possible here.'
    else if (parsed.data === null) delete params[name]
    else params[name] = parsed.data
  }
  if (params['episode'] !== undefined && params['season'] === undefined)
    fields['season'] = 'Required together with episode.'
  if (order.kind === 'trigger_search' && order.params.media_type !== 'tv')
    for (const name of ['season', 'episode'])
      if (params[name] !== undefined) fields[name] = `Does not apply to ${order.params.media_type}.`
  if (Object.keys(fields).length > 0) throw new Refusal('validation', { fields })
  return {
    order: parseOrder(order.kind, params),
    changed: !isSame(params, order.params),
  }
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
