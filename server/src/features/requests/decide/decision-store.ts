import { SeasonScope } from '@foyer/contract/requests/requests'
import { TvMatch } from '@foyer/contract/tv-matches/tv-match'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '#db/database.ts'
import { fromStorage } from '#kit/storage-fault.ts'
import type { RequestDecisionsTable } from '../requests-tables.ts'

/** The changes an approval makes to the request (1/4.7). */
export const ApprovalChange = z.object({
  season_scope: SeasonScope.optional(),
  seasons: z.array(z.int()).readonly().optional(),
  quality_profile_id: z.int().optional(),
  root_folder: z.string().optional(),
  instance_id: z.string().optional(),
  book_format: z.enum(['ebook', 'audiobook', 'both']).optional(),
})
export type ApprovalChange = z.infer<typeof ApprovalChange>

/** The seasons an admin chose instead, with the match that was current at the time. */
export const NewScope = z.object({
  season_scope: SeasonScope.nullable(),
  seasons: z.array(z.int()),
  match: TvMatch,
})
export type NewScope = z.infer<typeof NewScope>

export type Verdict = { verdict: 'approved'; change: ApprovalChange } | { verdict: 'denied'; reason?: string }

export type DelayedDecision = Verdict & {
  request_id: number
  decided_by: number
  due_at: string
  /**
   * Facts read from outside for the decision. Null: none were read, or an older version of Foyer did not store them.
   */
  scope: NewScope | null
  /** Null: not applied yet. */
  failed_code: string | null
}

function fromRow(row: Selectable<RequestDecisionsTable>): DelayedDecision {
  const { request_id, verdict, decided_by, due_at, failed_code, reason } = row
  const scope = row.scope === null ? null : fromStorage(() => NewScope.parse(JSON.parse(row.scope ?? '')))
  const common = { request_id, decided_by, due_at, failed_code, scope }
  if (verdict === 'denied') return { ...common, verdict, ...(reason !== null && { reason }) }
  return { ...common, verdict, change: fromStorage(() => ApprovalChange.parse(JSON.parse(row.change))) }
}

/** One per request: a later decision replaces an earlier one. */
export async function saveDecision(
  tx: Tx,
  decision: Verdict & Pick<DelayedDecision, 'request_id' | 'decided_by' | 'due_at' | 'scope'>,
  created_at: string,
): Promise<void> {
  const { request_id, verdict, decided_by, due_at, scope } = decision
  const what = {
    verdict,
    change: JSON.stringify(decision.verdict === 'approved' ? decision.change : {}),
    reason: (decision.verdict === 'denied' && decision.reason) || null,
    decided_by,
    due_at,
    scope: scope && JSON.stringify(scope),
    failed_code: null,
    created_at,
  }
  await tx
    .insertInto('request_decisions')
    .values({ request_id, ...what })
    .onConflict(conflict => conflict.column('request_id').doUpdateSet(what))
    .execute()
}

export async function findDecision(db: Db, request_id: number): Promise<DelayedDecision | null> {
  const row = await db
    .selectFrom('request_decisions')
    .selectAll()
    .where('request_id', '=', request_id)
    .executeTakeFirst()
  return row ? fromRow(row) : null
}

/** Keyed by request, starting with this id; there are few at any time. */
export async function listDecisions(db: Db, from: number): Promise<Map<number, DelayedDecision>> {
  const rows = await db.selectFrom('request_decisions').selectAll().where('request_id', '>=', from).execute()
  return new Map(rows.map(row => [row.request_id, fromRow(row)]))
}

export async function deleteDecision(tx: Tx, request_id: number): Promise<void> {
  await tx.deleteFrom('request_decisions').where('request_id', '=', request_id).execute()
}

export async function markFailed(tx: Tx, request_id: number, failed_code: string): Promise<void> {
  await tx
    .updateTable('request_decisions')
    .set({ failed_code })
    .where('request_id', '=', request_id)
    .execute()
}
