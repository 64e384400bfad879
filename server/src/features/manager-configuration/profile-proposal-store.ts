import type { ProposalStatus } from '@foyer/contract/tool-access/profile-proposals'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '#db/database.ts'
import { fromStorage } from '#kit/storage-fault.ts'
import type { ManagerDocument } from '#ports/manager-configuration.ts'
import type { ProfileProposalsTable } from './manager-configuration-tables.ts'
import type { RequestedProfileChange } from './profile-change-rules.ts'

type Row = Selectable<ProfileProposalsTable>

export interface ProposalRecord extends Omit<Row, 'diff' | 'requested' | 'before_document'> {
  /** Sentences for people. */
  diff: string[]
  requested: RequestedProfileChange
  before_document: ManagerDocument
}

export type NewProposal = Pick<
  ProposalRecord,
  | 'service_type'
  | 'instance_id'
  | 'instance_name'
  | 'instance_url_hash'
  | 'profile_id'
  | 'profile_name'
  | 'proposed_by'
  | 'proposed_by_name'
  | 'source_client'
  | 'diff'
  | 'requested'
  | 'before_document'
  | 'created_at'
  | 'expires_at'
>

const Requested = z.object({
  upgrade_allowed: z.boolean().optional(),
  quality_cutoff_id: z.int().optional(),
  min_format_score: z.int().optional(),
  cutoff_format_score: z.int().optional(),
  min_upgrade_format_score: z.int().optional(),
  custom_format_scores: z.array(z.object({ format_id: z.int(), score: z.int() })).optional(),
  language: z.string().optional(),
})

function recordFrom(row: Row): ProposalRecord {
  return fromStorage(() => ({
    ...row,
    diff: z.array(z.string()).parse(JSON.parse(row.diff)),
    requested: Requested.parse(JSON.parse(row.requested)),
    before_document: z.record(z.string(), z.json()).parse(JSON.parse(row.before_document)),
  }))
}

/** There can be only one pending proposal for a profile: end the former one first. */
export async function insertProposal(tx: Tx, proposal: NewProposal): Promise<ProposalRecord> {
  const row = await tx
    .insertInto('profile_proposals')
    .values({
      ...proposal,
      status: 'pending',
      diff: JSON.stringify(proposal.diff),
      requested: JSON.stringify(proposal.requested),
      before_document: JSON.stringify(proposal.before_document),
      decided_by_name: null,
      decided_at: null,
      reject_note: null,
      result_text: null,
      setting_change_id: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return recordFrom(row)
}

export async function findProposal(db: Db, id: number): Promise<ProposalRecord | undefined> {
  const row = await db.selectFrom('profile_proposals').selectAll().where('id', '=', id).executeTakeFirst()
  return row && recordFrom(row)
}

/** Newest first. */
export async function listProposals(
  db: Db,
  { pending_at, limit }: { pending_at?: string | undefined; limit: number },
): Promise<ProposalRecord[]> {
  const rows = await db
    .selectFrom('profile_proposals')
    .selectAll()
    .$if(pending_at !== undefined, query =>
      query.where('status', '=', 'pending').where('expires_at', '>', pending_at ?? ''),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(recordFrom)
}

export async function countPending(db: Db, now: string): Promise<number> {
  const { count } = await db
    .selectFrom('profile_proposals')
    .select(eb => eb.fn.countAll<number | string>().as('count'))
    .where('status', '=', 'pending')
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The pending proposal for this profile, whether its time is over or not. */
export async function pendingFor(
  db: Db,
  { instance_id, profile_id }: { instance_id: string; profile_id: number },
): Promise<ProposalRecord | undefined> {
  const row = await db
    .selectFrom('profile_proposals')
    .selectAll()
    .where('instance_id', '=', instance_id)
    .where('profile_id', '=', profile_id)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return row && recordFrom(row)
}

export type ProposalEnd = Partial<
  Pick<Row, 'decided_by_name' | 'decided_at' | 'reject_note' | 'result_text' | 'setting_change_id'>
> & { status: Exclude<ProposalStatus, 'pending'> }

/** False: somebody else decided first. */
export async function decideProposal(tx: Tx, id: number, end: ProposalEnd): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('profile_proposals')
    .set(end)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Ends the proposal whose change ended; null when the change came from no proposal. */
export async function endProposalOf(
  tx: Tx,
  change_id: number,
  end: { status: 'applied' | 'failed'; result_text: string },
): Promise<number | null> {
  const row = await tx
    .updateTable('profile_proposals')
    .set(end)
    .where('setting_change_id', '=', change_id)
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Saves the end of those whose time is over. */
export async function expireProposals(tx: Tx, now: string): Promise<number[]> {
  const rows = await tx
    .updateTable('profile_proposals')
    .set({ status: 'expired' })
    .where('status', '=', 'pending')
    .where('expires_at', '<=', now)
    .returning('id')
    .execute()
  return rows.map(row => row.id)
}

export async function nextExpiry(db: Db): Promise<string | null> {
  const { at } = await db
    .selectFrom('profile_proposals')
    .select(eb => eb.fn.min('expires_at').as('at'))
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow()
  return at ?? null
}
