import { beforeEach, expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import { insertPlainUser } from '#features/sessions/index.ts'
import { createSecretBox } from '#kit/crypto.ts'
import { createSettings } from '#settings/settings.ts'
import { isUniqueViolation } from '#kit/storage-fault.ts'
import { describeEachEngine } from '#test/engines.ts'
import { createTestClock } from '#test/test-clock.ts'
import type { Sighting } from '../issue.ts'
import * as store from '../store/issue-store.ts'
import { listMessages } from '../store/message-store.ts'
import { createIssueNotices } from './issue-notices.ts'
import { createIssues } from './issues.ts'
import { newIssue } from './new-issue.ts'

const STALLED: Sighting = {
  instance: { id: 'in_a', name: 'Movies', service_type: 'movie_manager' },
  media_type: 'movie',
  problem_kind: 'stalled',
  download_id: 'd1',
  title: 'Paper Lanterns',
  tmdb_id: 5,
  detail: 'The download is stalled.',
}

describeEachEngine('issues', open => {
  let database: Database
  let sent: string[]
  let hooked: string[]
  let clock: ReturnType<typeof createTestClock>
  let changes: ReturnType<typeof createIssues>

  beforeEach(async () => {
    database = await open()
    clock = createTestClock()
    sent = []
    hooked = []
    const notices = createIssueNotices({
      events: { publish: async (_tx, { type }, { to }) => void sent.push(`${type} to ${to}`) },
      alerts: { raise: async (_tx, { type, audience }) => void sent.push(`alert ${type} to ${audience.to}`) },
    })
    const box = createSecretBox(new Uint8Array(32))
    changes = createIssues({
      database,
      clock,
      settings: createSettings({ database, clock, box }),
      issueOpened: async (_tx, { id }) => void hooked.push(`opened ${id}`),
      issueClosed: async (_tx, { id, status }) => void hooked.push(`${status} ${id}`),
      notices,
    })
  })

  const sight = (more: Partial<Sighting> = {}) =>
    changes.issues.lock(tx => changes.issues.sight(tx, { ...STALLED, ...more }))

  async function addReport(): Promise<number> {
    const now = clock.now().toISOString()
    return database.transaction(async tx => {
      const { id: reporter_id } = await insertPlainUser(tx, 'uma', now)
      return store.insertIssue(tx, {
        ...newIssue(now, 'report 1'),
        source: 'user',
        status: 'investigating',
        media_type: 'movie',
        title: 'Heat',
        detail: 'Blurry.',
        reporter_id,
        admin_read: 1,
        opened_at: now,
      })
    })
  }

  it('observes a problem silently, one issue of it however often it is seen', async () => {
    const first = await sight()
    expect(first).toMatchObject({ status: 'observing', admin_read: 1, occurrences: 1, source: 'auto' })
    clock.advance(1000)
    await sight({ detail: 'Still stalled.' })
    await sight({ download_id: 'd2' })
    const again = await sight({ download_id: 'd1' })
    expect(again).toMatchObject({ id: first.id, occurrences: 2, download_id: 'd1' })
    expect(again.last_seen_at).toBe(clock.now().toISOString())
    expect((await sight({ problem_kind: 'sample_file' })).id).not.toBe(first.id)
    expect([sent, hooked]).toEqual([[], []])
    expect(await store.countUnread(database.read)).toBe(0)
  })

  it('notifies admins once it is open, and nobody of one that went away before', async () => {
    const { issues } = changes
    const [{ id }, gone] = [await sight(), await sight({ tmdb_id: 6 })]
    await issues.lock(async tx => {
      await issues.move(tx, id, { from: ['observing'], to: 'recovering' })
      await issues.noteClear(tx, id, clock.now().toISOString())
      expect(await issues.move(tx, id, { from: ['observing'], to: 'open' })).toBeNull()
      const closing = { resolution: 'Gone.', resolution_kind: 'library_state_cleared' } as const
      await issues.close(tx, gone.id, { status: 'resolved', ...closing })
      expect(await issues.close(tx, gone.id, { status: 'resolved', ...closing })).toBeNull()
    })
    expect([sent, hooked]).toEqual([[], [`resolved ${gone.id}`]])
    const opened = await issues.lock(tx => issues.move(tx, id, { from: ['recovering'], to: 'open' }))
    expect(opened).toMatchObject({ status: 'open', admin_read: 0, opened_at: clock.now().toISOString() })
    expect(sent).toEqual(['issue_created to admins', 'alert issue_created to admins'])
    expect(hooked).toContain(`opened ${id}`)
    expect(await issues.inStatus(database.read, ['open'], 'in_a')).toMatchObject([{ id }])
    expect(await issues.inStatus(database.read, ['open'], 'in_b')).toEqual([])
    expect([await store.countWaiting(database.read), await store.countClosed(database.read)]).toEqual([1, 1])
  })

  it('leaves alone what an admin dismissed, until another download shows it', async () => {
    const { issues } = changes
    const { id } = await sight()
    const closing = { status: 'dismissed', resolution: 'No.', resolution_kind: 'admin_dismissed' } as const
    await issues.lock(tx => issues.close(tx, id, closing))
    expect(await sight()).toMatchObject({ id, status: 'dismissed' })
    const other = await sight({ download_id: 'd9' })
    expect(other).toMatchObject({ status: 'observing', occurrences: 1 })
    expect(other.id).not.toBe(id)
  })

  it('asks and notifies a reporter in words that are safe, and escalates to admins', async () => {
    const { issues } = changes
    const id = await addReport()
    const auto = await sight()
    await issues.lock(async tx => {
      expect(await issues.ask(tx, auto.id, 'Who?')).toBeNull()
      expect(await issues.ask(tx, id, 'Which audio track?')).toMatchObject({
        status: 'awaiting_user',
        reporter_read: 0,
      })
      await issues.say(tx, id, { author_kind: 'agent', body: 'Saw /media/x.mkv', is_internal: true })
      expect(await issues.move(tx, id, { from: ['awaiting_user'], to: 'needs_admin' })).toMatchObject({
        admin_read: 0,
      })
    })
    expect(sent).toEqual([
      'issue_question to users_and_admins',
      'alert issue_report_update to users',
      'issue_updated to users_and_admins',
      'issue_updated to users_and_admins',
      'alert issue_question to admins',
    ])
    await issues.lock(tx =>
      issues.close(tx, id, {
        status: 'resolved',
        resolution: 'Blocked Heat.1995.x264-GRP and grabbed another.',
        resolution_kind: 'agent_concluded',
      }),
    )
    const bodies = async (with_internal: boolean) =>
      (await listMessages(database.read, id, { with_internal })).map(({ body }) => body)
    expect(await bodies(false)).toEqual(['Which audio track?', 'This should be fixed now.'])
    expect(await bodies(true)).toHaveLength(4)
    expect(sent.slice(5)).toEqual(['issue_closed to users_and_admins', 'alert issue_closed to users'])
  })

  it('has one open issue of each subject, whoever writes it', async () => {
    const { open_key } = await sight()
    const row = {
      source: 'auto',
      status: 'observing',
      media_type: 'movie',
      title: 'x',
      detail: '',
      admin_read: 1,
    } as const
    const second = database.transaction(tx =>
      store.insertIssue(tx, { ...newIssue(clock.now().toISOString(), open_key ?? ''), ...row }),
    )
    await expect(second).rejects.toSatisfy(isUniqueViolation)
  })
})
