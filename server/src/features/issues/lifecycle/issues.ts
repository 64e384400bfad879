import type { Database, Db, Tx } from '#db/database.ts'
import { oneLine } from '#features/notifications/index.ts'
import { remediation } from '#features/remediation-settings/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Settings } from '#settings/settings.ts'
import type { Closing, IssueRecord, Issues, NewMessage, Sighting, SystemIssue } from '../issue.ts'
import * as store from '../store/issue-store.ts'
import { insertMessage } from '../store/message-store.ts'
import { cleanText } from '../text-rules.ts'
import type { IssueNotices } from './issue-notices.ts'
import { newIssue } from './new-issue.ts'
import { resolutionForReporter } from './resolution-rules.ts'
import {
  closedBy,
  countDownload,
  countedDownloads,
  isClosed,
  isObserved,
  isReadOnceClosed,
  isSettled,
  isSilent,
  type SystemStep,
  systemStep,
} from './status-rules.ts'
import { subjectOfPrevention, subjectOfSighting, subjectOfSystem } from './subject-rules.ts'

export interface IssuesParts {
  database: Database
  clock: Clock
  settings: Settings
  /** The hooks of these names, in the transaction of the change. */
  issueOpened(tx: Tx, issue: IssueRecord): Promise<void>
  issueClosed(tx: Tx, issue: IssueRecord): Promise<void>
  notices: IssueNotices
}

const TITLE_LENGTH = 200

/** Everything that changes an issue, each in the transaction of its caller under the lock `issues`. */
export function createIssues(parts: IssuesParts) {
  const { database, clock, settings, notices } = parts
  const now = () => iso(clock.now())

  /** The row exists: it was read in the same transaction. */
  async function reread(tx: Tx, id: number): Promise<IssueRecord> {
    const issue = await store.findIssue(tx, id)
    if (!issue) throw new Refusal('not_found')
    return issue
  }

  async function change(tx: Tx, id: number, fields: store.IssueChange): Promise<IssueRecord> {
    await store.updateIssue(tx, id, { ...fields, updated_at: now() })
    return reread(tx, id)
  }

  async function write(tx: Tx, issue_id: number, message: NewMessage): Promise<void> {
    await insertMessage(tx, {
      issue_id,
      author_kind: message.author_kind,
      author_id: message.author_id ?? null,
      is_internal: message.is_internal ? 1 : 0,
      body: cleanText(message.body),
      created_at: now(),
    })
  }

  async function observe(tx: Tx, sighting: Sighting): Promise<IssueRecord> {
    const { instance, download_id } = sighting
    const id = await store.insertIssue(tx, {
      ...newIssue(now(), subjectOfSighting(sighting)),
      source: 'auto',
      status: 'observing',
      media_type: sighting.media_type,
      tmdb_id: sighting.tmdb_id ?? null,
      tvdb_id: sighting.tvdb_id ?? null,
      foreign_id: sighting.foreign_id ?? null,
      book_format: sighting.book_format ?? null,
      season_number: sighting.season_number ?? null,
      episode_number: sighting.episode_number ?? null,
      title: oneLine(sighting.title, TITLE_LENGTH),
      instance_id: instance.id,
      instance_name: instance.name,
      service_type: instance.service_type,
      problem_kind: sighting.problem_kind,
      download_id,
      counted_downloads: JSON.stringify(countDownload([], download_id).counted),
      detail: cleanText(sighting.detail),
      admin_read: 1,
    })
    return reread(tx, id)
  }

  async function closeIssue(tx: Tx, id: number, closing: Closing): Promise<IssueRecord | null> {
    const before = await store.findIssue(tx, id)
    if (!before || isClosed(before)) return null
    const { status, resolution_kind } = closing
    const resolution = cleanText(closing.resolution)
    const { mark_resolved_as_read } = await settings.read(tx, remediation)
    const is_read = isReadOnceClosed(before, closing, mark_resolved_as_read)
    const isOwnDoing = resolution_kind === 'reporter_confirmed'
    const issue = await change(tx, id, {
      status,
      resolution,
      resolution_kind,
      open_key: null,
      closed_at: now(),
      reopened_at: null,
      clear_since: null,
      admin_read: is_read ? 1 : 0,
      reporter_read: before.reporter_id === null || isOwnDoing ? 1 : 0,
    })
    await writeEnd(tx, issue, closing.by)
    if (!isSilent(before)) await notices.publish(tx, 'issue_closed', issue)
    if (!isOwnDoing) await notices.alertReporter(tx, 'issue_closed', issue)
    await parts.issueClosed(tx, issue)
    return reread(tx, id)
  }

  /** Reporters read the end in their own words; what the agent or a library says stays with admins. */
  async function writeEnd(tx: Tx, issue: IssueRecord, by: number | undefined): Promise<void> {
    const { id, resolution, reporter_id } = issue
    const author_kind = closedBy(issue)
    const isByPerson = author_kind === 'admin' || author_kind === 'user'
    if (isByPerson || reporter_id === null) {
      return write(tx, id, { author_kind, author_id: by, body: resolution, is_internal: false })
    }
    const said = resolutionForReporter(issue)
    if (said !== resolution) await write(tx, id, { author_kind, body: resolution, is_internal: true })
    await write(tx, id, { author_kind: 'system', body: said, is_internal: false })
  }

  async function announce(tx: Tx, issue: IssueRecord): Promise<void> {
    await notices.publish(tx, 'issue_created', issue)
    await notices.alertAdmins(tx, 'issue_created', issue)
  }

  async function announceMove(tx: Tx, before: IssueRecord, issue: IssueRecord): Promise<void> {
    if (isSilent(before) && isSilent(issue)) return
    if (isSilent(before)) return announce(tx, issue)
    await notices.publish(tx, 'issue_updated', issue)
    const isHandedOver = issue.status === 'needs_admin' && before.status !== 'needs_admin'
    if (isHandedOver) await notices.alertAdmins(tx, 'issue_question', issue)
  }

  async function nextSystemStep(db: Db, { key, stays_ended = false }: SystemIssue, detail: string | null) {
    const subject_key = subjectOfSystem(key)
    const open = await store.findOpenOf(db, subject_key)
    const ended = !open && stays_ended ? await store.findLatestClosedOf(db, subject_key) : null
    return systemStep({ open, ended }, detail)
  }

  async function takeSystemStep(tx: Tx, system: SystemIssue, next: SystemStep): Promise<void> {
    const { key, title, resolution, resolution_kind } = system
    if (next.step === 'close') {
      await closeIssue(tx, next.issue.id, { status: 'resolved', resolution, resolution_kind })
    } else if (next.step === 'note_clear') {
      await store.updateIssue(tx, next.issue.id, { clear_since: now() })
    } else if (next.step === 'refresh') {
      const { issue, detail } = next
      const seen = { detail, occurrences: issue.occurrences + 1, last_seen_at: now() }
      await notices.publish(tx, 'issue_updated', await change(tx, issue.id, seen))
    } else {
      const id = await store.insertIssue(tx, {
        ...newIssue(now(), subjectOfSystem(key)),
        source: 'system',
        // 2:4.7.3: for an admin from the start; no run takes it.
        status: 'needs_admin',
        media_type: 'system',
        title,
        detail: next.detail,
        admin_read: 0,
        opened_at: now(),
      })
      await announce(tx, await reread(tx, id))
    }
  }

  const issues: Issues = {
    find: store.findIssue,
    findMany: store.findIssues,
    inStatus: store.listInStatus,
    openedProblems: store.listOpenedProblems,
    preventions: store.listPreventions,
    lock: run => database.withWriteLock('issues', run),

    async sight(tx, sighting) {
      const subject_key = subjectOfSighting(sighting)
      const open = await store.findOpenOf(tx, subject_key)
      if (!open) {
        const closed = await store.findLatestClosedOf(tx, subject_key)
        const isLeft = closed && isSettled(closed, sighting.download_id, clock.now().getTime())
        return isLeft ? closed : observe(tx, sighting)
      }
      const { counted, is_new } = countDownload(countedDownloads(open), sighting.download_id)
      await store.updateIssue(tx, open.id, {
        title: oneLine(sighting.title, TITLE_LENGTH),
        detail: cleanText(sighting.detail),
        download_id: sighting.download_id,
        counted_downloads: JSON.stringify(counted),
        occurrences: open.occurrences + (is_new ? 1 : 0),
        last_seen_at: now(),
        clear_since: null,
        ...(is_new && { updated_at: now() }),
      })
      const issue = await reread(tx, open.id)
      if (is_new && !isSilent(issue)) await notices.publish(tx, 'issue_updated', issue)
      return issue
    },

    async prevent(tx, prevention) {
      const { instance, media_type, problem_kind, title, titles } = prevention
      const detail = cleanText(prevention.detail)
      const subject_key = subjectOfPrevention(prevention)
      const open = await store.findOpenOf(tx, subject_key)
      if (open) {
        const seen = { detail, occurrences: titles, last_seen_at: now() }
        const issue = await change(tx, open.id, seen)
        await notices.publish(tx, 'issue_updated', issue)
        return issue
      }
      const id = await store.insertIssue(tx, {
        ...newIssue(now(), subject_key),
        source: 'auto',
        // For admins from the start: no run takes what only they can change.
        status: 'open',
        is_prevention: 1,
        media_type,
        title,
        detail,
        instance_id: instance.id,
        instance_name: instance.name,
        service_type: instance.service_type,
        problem_kind,
        occurrences: titles,
        admin_read: 0,
        opened_at: now(),
      })
      const issue = await reread(tx, id)
      await announce(tx, issue)
      return issue
    },

    noteClear: (tx, id, clear_since) => store.updateIssue(tx, id, { clear_since }),

    async move(tx, id, { from, to }) {
      const before = await store.findIssue(tx, id)
      if (!before || !from.some(status => status === before.status)) return null
      const opens = to === 'open' && before.opened_at === null
      const isHandedOver = to === 'needs_admin' && before.status !== 'needs_admin'
      const isNews = isHandedOver || (opens && before.source === 'auto')
      const issue = await change(tx, id, {
        status: to,
        // Whatever an issue went through, it is not observed any more.
        ...(!isObserved(to) && before.opened_at === null && { opened_at: now() }),
        ...(isNews && { admin_read: 0 as const }),
      })
      await announceMove(tx, before, issue)
      if (to === 'open') await parts.issueOpened(tx, issue)
      return reread(tx, id)
    },

    close: closeIssue,

    async say(tx, id, message) {
      await write(tx, id, message)
      const before = await reread(tx, id)
      const isForReporter = !message.is_internal && before.reporter_id !== null
      const issue = await change(tx, id, isForReporter ? { reporter_read: 0 } : {})
      await notices.publish(tx, 'issue_updated', issue)
      if (isForReporter) await notices.alertReporter(tx, 'issue_report_update', issue)
    },

    async ask(tx, id, question) {
      const before = await store.findIssue(tx, id)
      if (!before || isClosed(before) || before.reporter_id === null) return null
      await write(tx, id, { author_kind: 'agent', body: question, is_internal: false })
      const issue = await change(tx, id, { status: 'awaiting_user', reporter_read: 0 })
      await notices.publish(tx, 'issue_question', issue)
      await notices.alertReporter(tx, 'issue_report_update', issue)
      return issue
    },

    isSystemIssueCurrent: async (db, system, detail) => (await nextSystemStep(db, system, detail)) === null,

    async setSystemIssue(tx, system, detail) {
      await database.alsoLock(tx, 'issues')
      const next = await nextSystemStep(tx, system, detail)
      if (next) await takeSystemStep(tx, system, next)
    },
  }
  return { issues, change, write }
}

export type IssueChanges = ReturnType<typeof createIssues>
