import type { Insertable } from 'kysely'
import type { Database } from '#db/database.ts'
import type { Tables } from '#db/tables.ts'

const AT = '2026-11-15T09:00:00.000Z'
let last = 0

/** An open, detected issue unless said otherwise; answers its id. */
export async function seedIssue(
  { transaction }: Pick<Database, 'transaction'>,
  issue: Partial<Insertable<Tables['issues']>> = {},
): Promise<number> {
  last += 1
  const key = `seeded:${last}`
  const is_closed = issue.closed_at !== undefined && issue.closed_at !== null
  const { id } = await transaction(tx =>
    tx
      .insertInto('issues')
      .values({
        source: 'auto',
        status: 'open',
        media_type: 'movie',
        title: 'Low Water',
        instance_id: 'movies',
        instance_name: 'Movies',
        service_type: 'movie_manager',
        problem_kind: 'stalled',
        detail: 'The download is stalled.',
        is_prevention: 0,
        occurrences: 1,
        admin_read: 0,
        reporter_read: 1,
        resolution: '',
        resolution_kind: '',
        open_key: is_closed ? null : key,
        subject_key: key,
        observed_at: AT,
        last_seen_at: AT,
        created_at: AT,
        updated_at: AT,
        ...issue,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return id
}

/** A proposal to block a stalled release unless said otherwise; answers its id. */
export async function seedAction(
  { transaction }: Pick<Database, 'transaction'>,
  action: { issue_id: number } & Partial<Insertable<Tables['agent_actions']>>,
): Promise<number> {
  const { id } = await transaction(tx =>
    tx
      .insertInto('agent_actions')
      .values({
        kind: 'remediate_queue',
        facet: 'blocklist_search',
        problem_kind: 'stalled',
        params: '{}',
        rationale: 'It does not move.',
        risk: 'low',
        status: 'proposed',
        instance_id: 'movies',
        instance_name: 'Movies',
        service_type: 'movie_manager',
        instance_url: 'http://radarr.internal:7878',
        created_at: AT,
        ...action,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return id
}

/** A finished run unless said otherwise; answers its id. */
export async function seedRun(
  { transaction }: Pick<Database, 'transaction'>,
  run: { issue_id: number } & Partial<Insertable<Tables['agent_runs']>>,
): Promise<number> {
  const { id } = await transaction(tx =>
    tx
      .insertInto('agent_runs')
      .values({
        trigger: 'auto',
        status: 'succeeded',
        model: 'open-small',
        provider: 'openai',
        binding: 'b',
        step_count: 3,
        worked_ms: 1000,
        input_tokens: 0,
        output_tokens: 0,
        cache_creation_tokens: 0,
        cache_read_tokens: 0,
        stop_reason: 'resolved',
        seen_message_id: 0,
        started_at: AT,
        finished_at: AT,
        ...run,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return id
}
