import type { InstanceRecord } from '#features/instances/index.ts'
import { oneLine } from '#features/notifications/index.ts'
import type { ReadTitle } from '#features/requests/index.ts'
import { within } from '#jobs/within.ts'
import type { Caller } from '#kit/caller.ts'
import type { Clock } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import { existingFormats, type ReportScope } from './report-rules.ts'

/** How long saving a report may wait for the provider's title (C69), and for the queue of the library. */
const TITLE_MS = 2_000
const QUEUE_MS = 5_000
const TITLE_LENGTH = 200

/** Whether the queue of a library holds an active download of exactly this (C50). Throws when it cannot be read. */
export type IsRecovering = (report: ReportScope & { instance_id: string }) => Promise<boolean>

export interface ReportFactsParts {
  clock: Clock
  readTitle: ReadTitle
  /** The records of a book in a library. Throws faults. */
  bookRecords(
    instance: InstanceRecord,
    foreign_id: string,
  ): Promise<readonly { format: 'ebook' | 'audiobook' | null; monitored: boolean; has_file: boolean }[]>
  isRecovering: IsRecovering
}

/** What a library and the providers know about a report. Only the formats of a book decide about it. */
export function createReportFacts({ clock, readTitle, bookRecords, isRecovering }: ReportFactsParts) {
  /** Null: not known in time. */
  async function inTime<T>(ms: number, work: Promise<T>): Promise<T | null> {
    try {
      return (await within(clock, ms, work)) ? await work : null
    } catch (error) {
      if (error instanceof UpstreamFault || error instanceof Refusal) return null
      throw error
    }
  }

  return {
    /** 2/4.9: for a book in two formats the report must name one; nothing is guessed when the library does not answer. */
    async withFormat(instance: InstanceRecord, scope: ReportScope): Promise<ReportScope> {
      const { media_type, foreign_id, book_format } = scope
      if (media_type !== 'book' || foreign_id === null || book_format !== null) return scope
      const formats = existingFormats(await bookRecords(instance, foreign_id))
      if (formats.length > 1) throw new Refusal('book_format_required')
      return { ...scope, book_format: formats[0] ?? null }
    },

    /** C69: the provider's own title; null when nobody knows it now. */
    async title(
      instance: InstanceRecord,
      scope: ReportScope,
      { user_id }: Pick<Caller, 'user_id'>,
    ): Promise<string | null> {
      const { media_type, tmdb_id, foreign_id } = scope
      const reading = readTitle({
        media_type,
        tmdb_id,
        foreign_id,
        catalog_id: null,
        title: '',
        search_term: null,
        instance_id: instance.id,
        user_id,
      })
      const title = (await inTime(TITLE_MS, reading))?.title ?? null
      return title === null ? null : oneLine(title, TITLE_LENGTH) || null
    },

    /** A queue that cannot be read shows nothing: the report is observed. */
    async isRecovering({ id }: InstanceRecord, scope: ReportScope): Promise<boolean> {
      return (await inTime(QUEUE_MS, isRecovering({ ...scope, instance_id: id }))) ?? false
    },
  }
}

export type ReportFacts = ReturnType<typeof createReportFacts>
