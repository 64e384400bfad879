import type { ProfileProposal } from '@foyer/contract/tool-access/profile-proposals'
import { z } from 'zod'
import type { Database, Tx } from '#db/database.ts'
import type { Events } from '#events/events.ts'
import type { Alerts } from '#features/notifications/index.ts'
import { assertStillMay } from '#features/sessions/index.ts'
import { again, defineJob, done, type Jobs } from '#jobs/index.ts'
import type { Caller } from '#kit/caller.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { ChangeLog } from './change-log.ts'
import type { ManagedInstances } from './managed-instances.ts'
import type { ProfileChanges, ProfilePreview, ReadyChange } from './profile-changes.ts'
import * as store from './profile-proposal-store.ts'
import type { ProposalRecord } from './profile-proposal-store.ts'
import { expiryOf, statusAt } from './proposal-rules.ts'

export const expireProposals = defineJob({ name: 'expire-profile-proposals', payload: z.object({}) })

/** A page shows no more; older ones are decided anyway. */
const MAX_LISTED = 200

interface Parts {
  database: Database
  clock: Clock
  jobs: Jobs
  events: Events
  alerts: Pick<Alerts, 'raise'>
  managers: ManagedInstances
  profile_changes: Pick<ProfileChanges, 'prepare'>
  change_log: ChangeLog
}

/** Changes of quality profiles that a tool client proposed, for an admin to decide (2/4.8). */
export function createProfileProposals(parts: Parts) {
  const { database, clock, jobs, events, alerts, managers, profile_changes, change_log } = parts
  const now = () => iso(clock.now())

  jobs.define(expireProposals)
  jobs.handle(expireProposals, ({ lease }) =>
    database.withWriteLock('settings-changes', async tx => {
      for (const id of await store.expireProposals(tx, now()))
        await change_log.announceDecision(tx, id, 'expired')
      const next = await store.nextExpiry(tx)
      return lease.conclude(tx, next === null ? done() : again(new Date(next)))
    }),
  )

  async function replaceFormer(tx: Tx, proposal: store.NewProposal): Promise<void> {
    const former = await store.pendingFor(tx, proposal)
    if (!former) return
    const status = statusAt(former, proposal.created_at) === 'expired' ? 'expired' : 'superseded'
    await store.decideProposal(tx, former.id, { status })
    await change_log.announceDecision(tx, former.id, status)
  }

  async function find(id: number): Promise<ProposalRecord> {
    const found = await store.findProposal(database.read, id)
    if (!found) throw new Refusal('not_found')
    return found
  }

  const view = (record: ProposalRecord) => viewOf(record, now())

  /** One that is no longer pending, or whose time is over, cannot be decided. */
  async function findPending(id: number): Promise<ProposalRecord> {
    const found = await find(id)
    if (statusAt(found, now()) !== 'pending') throw notPending()
    return found
  }

  async function assertPending(tx: Tx, id: number): Promise<void> {
    const current = await store.findProposal(tx, id)
    if (!current || statusAt(current, now()) !== 'pending') throw notPending()
  }

  async function decide(tx: Tx, id: number, end: store.ProposalEnd, caller: Caller): Promise<void> {
    await assertPending(tx, id)
    const decided = { ...end, decided_by_name: caller.username, decided_at: now() }
    if (!(await store.decideProposal(tx, id, decided))) throw notPending()
    await change_log.announceDecision(tx, id, end.status)
  }

  /** A change that cannot be made any more ends the proposal; a library that does not answer leaves it pending. */
  async function prepare(proposal: ProposalRecord): Promise<ReadyChange | { problem: string }> {
    try {
      return await profile_changes.prepare(proposal)
    } catch (error) {
      if (error instanceof Refusal && error.status < 500) return { problem: error.text() }
      throw error
    }
  }

  return {
    /** Replaces a pending proposal for the same profile. Admins are alerted. */
    async propose(
      caller: Pick<Caller, 'user_id' | 'username'>,
      source_client: string,
      preview: ProfilePreview,
    ): Promise<ProfileProposal> {
      const { changes: _, ...proposed } = preview
      const created = clock.now()
      const proposal: store.NewProposal = {
        ...proposed,
        proposed_by: caller.user_id,
        proposed_by_name: caller.username,
        source_client,
        created_at: iso(created),
        expires_at: iso(expiryOf(created)),
      }
      return database.withWriteLock('settings-changes', async tx => {
        await replaceFormer(tx, proposal)
        const saved = await store.insertProposal(tx, proposal)
        const pending_count = await store.countPending(tx, proposal.created_at)
        const data = { proposal_id: saved.id, status: saved.status, pending_count }
        await events.publish(tx, { type: 'profile_change_pending', data }, { to: 'admins' })
        await alerts.raise(tx, {
          type: 'profile_change_pending',
          audience: { to: 'admins' },
          data: {
            proposal_id: saved.id,
            instance_id: saved.instance_id,
            instance_name: saved.instance_name,
            title: saved.profile_name,
            username: saved.proposed_by_name,
          },
        })
        const next = await store.nextExpiry(tx)
        const run_at = next === null ? expiryOf(created) : new Date(next)
        await jobs.enqueue(tx, expireProposals, {}, { dedupe_key: 'all', run_at })
        return view(saved)
      })
    },

    async list(which: 'pending' | 'all'): Promise<ProfileProposal[]> {
      const pending_at = which === 'pending' ? now() : undefined
      return (await store.listProposals(database.read, { pending_at, limit: MAX_LISTED })).map(view)
    },

    /** With a look at the profile as it is now, while that matters. */
    async detail(caller: Caller, id: number, signal?: AbortSignal): Promise<ProfileProposal> {
      const proposal = await find(id)
      if (statusAt(proposal, now()) !== 'pending') return view(proposal)
      const current_status = await compare(proposal, signal)
      await assertStillMay(database.read, caller, 'instances:manage')
      return { ...view(await find(id)), current_status }
    },

    /** Applies it once, by the same path as every other change. */
    async approve(caller: Caller, id: number): Promise<ProfileProposal> {
      const ready = await prepare(await findPending(id))
      await assertStillMay(database.read, caller, 'instances:manage')
      if ('problem' in ready) {
        await database.withWriteLock('settings-changes', tx =>
          decide(tx, id, { status: 'failed', result_text: ready.problem }, caller),
        )
        return view(await find(id))
      }
      const { managed, change, before } = ready
      const begun = await change_log.begin(
        {
          ...change,
          parent_id: null,
          actor_user_id: caller.user_id,
          actor_name: caller.username,
          source: 'external_mcp',
          created_at: now(),
        },
        before,
        tx => assertPending(tx, id),
        (tx, { id: setting_change_id }) => decide(tx, id, { status: 'executing', setting_change_id }, caller),
      )
      await change_log.run(managed, begun)
      await assertStillMay(database.read, caller, 'instances:manage')
      return view(await find(id))
    },

    async reject(caller: Caller, id: number, note: string | undefined): Promise<ProfileProposal> {
      await findPending(id)
      await database.withWriteLock('settings-changes', tx =>
        decide(tx, id, { status: 'rejected', reject_note: note?.trim() || null }, caller),
      )
      return view(await find(id))
    },
  }

  async function compare(
    proposal: ProposalRecord,
    signal: AbortSignal | undefined,
  ): Promise<'unchanged' | 'different' | 'unavailable'> {
    try {
      const managed = await managers.findSame(proposal)
      if (!managed) return 'unavailable'
      const { port, connection } = managed
      const live = await port.findProfile(connection, proposal.profile_id, signal)
      return live && port.isSameProfile(live.document, proposal.before_document) ? 'unchanged' : 'different'
    } catch (error) {
      // Also a stored key that cannot be opened.
      if (!(error instanceof UpstreamFault || error instanceof Refusal)) throw error
      return 'unavailable'
    }
  }
}

export type ProfileProposals = ReturnType<typeof createProfileProposals>

/** 2/4.8: 409, while the same code of requests is a 400. */
function notPending(): Refusal {
  return new Refusal('not_pending', {
    status: 409,
    error: 'This proposal is no longer waiting for approval.',
  })
}

function viewOf(record: ProposalRecord, now: string): ProfileProposal {
  const { decided_by_name, decided_at, reject_note, result_text, setting_change_id } = record
  return {
    id: record.id,
    status: statusAt(record, now),
    service_type: record.service_type,
    instance_id: record.instance_id,
    instance_name: record.instance_name,
    profile_id: record.profile_id,
    profile_name: record.profile_name,
    proposed_by_name: record.proposed_by_name,
    ...(record.source_client !== '' && { source_client: record.source_client }),
    diff: record.diff,
    created_at: record.created_at,
    expires_at: record.expires_at,
    ...(decided_by_name !== null && { decided_by_name }),
    ...(decided_at !== null && { decided_at }),
    ...(reject_note !== null && { reject_note }),
    ...(result_text !== null && { result_text }),
    ...(setting_change_id !== null && { setting_change_id }),
  }
}
