import { json, Refused, type SimRequest } from '../kit/answer.ts'
import { asRecord, type JsonRecord, numbersIn } from '../kit/json.ts'
import { isoSecond } from '../kit/time.ts'
import { clientOf, type Download, type Grab, languageColumn, type Release, type Target } from './downloads.ts'
import { envelope, flagOf, includeFlag, numbersOf } from './paging.ts'
import { found, raised, readRecordId } from './servarr-answers.ts'
import type { Servarr } from './servarr.ts'

export interface HistoryRow {
  id: number
  parent_id: number
  child_id: number | null
  source_title: string
  release: Release
  date: number
  download_id: string | null
  event: string
  /** Every value is text (radarr.md, "History row"). */
  data: Record<string, string>
}

interface BlocklistRow {
  id: number
  target: Target
  release: Release
  date: number
  message: string
}

export interface HistoryPlan {
  /** The integer of each event on the paged route; the other routes take the name. */
  events: Record<string, number>
  /** `movie`, `series`, `artist`, `author`: names the columns and the routes. */
  parent: string
  /** What a row is about below the parent; `episode` when nothing is said. */
  child?: string
  /** The records a row may embed. */
  embed: (row: HistoryRow, wants: { parent: boolean; child: boolean }) => JsonRecord
  /** Keeps a row in `/history/{parent}` for the asked season. */
  inSeason?: (row: HistoryRow, season: number) => boolean
  /** A product's own filter on every list of rows. */
  keeps?: (row: HistoryRow, request: SimRequest) => boolean
  failed: (grab: Grab, research: boolean) => void
}

export interface History {
  rows: readonly HistoryRow[]
  blocked: readonly BlocklistRow[]
  /** One row per episode, or one for a movie. */
  write: (event: string, target: Target, entry: HistoryEntry) => void
  writeGrab: (download: Download) => void
  /** A failure, and the block that keeps its release from being taken again. */
  writeFailure: (failed: Grab, message: string, data?: Record<string, string>) => void
  forget: (parentId: number) => void
}

export interface HistoryEntry {
  release: Release
  download_id?: string | null
  date?: number
  data?: Record<string, string>
}

export function createHistory(servarr: Servarr, plan: HistoryPlan): History {
  const { server, api, timeline, nextId } = servarr
  const rows: HistoryRow[] = []
  const blocked: BlocklistRow[] = []
  const parentId = `${plan.parent}Id`
  const childId = `${plan.child ?? 'episode'}Id`
  const keeps = (row: HistoryRow, request: SimRequest) => plan.keeps?.(row, request) ?? true
  const wantsOf = (request: SimRequest) => ({
    parent: flagOf(request, includeFlag(plan.parent)),
    child: flagOf(request, includeFlag(plan.child ?? 'episode')),
  })

  function write(event: string, target: Target, entry: HistoryEntry): void {
    const children = target.child_ids.length > 0 ? target.child_ids : [null]
    for (const child_id of children) {
      rows.push({
        id: nextId('history'),
        parent_id: target.parent_id,
        child_id,
        source_title: entry.release.title,
        release: entry.release,
        date: entry.date ?? timeline.now(),
        download_id: entry.download_id ?? null,
        event,
        data: entry.data ?? {},
      })
    }
  }

  function columnsOf(row: HistoryRow): JsonRecord {
    return {
      id: row.id,
      [parentId]: row.parent_id,
      ...(row.child_id !== null && { [childId]: row.child_id }),
      sourceTitle: row.source_title,
      ...languageColumn(row.release),
      quality: row.release.quality,
      customFormats: [],
      customFormatScore: 0,
      qualityCutoffNotMet: false,
      date: isoSecond(row.date),
      ...(row.download_id !== null && { downloadId: row.download_id }),
      eventType: row.event,
      data: row.data,
    }
  }

  function resource(row: HistoryRow, wants: { parent: boolean; child: boolean }): JsonRecord {
    return { ...columnsOf(row), ...plan.embed(row, wants) }
  }

  server.route(`GET ${api}/history`, request => {
    const events = numbersOf(request, 'eventType')
    const parents = numbersOf(request, `${parentId}s`)
    const child = request.query.get(childId)
    const download = request.query.get('downloadId')
    const kept = rows.filter(
      row =>
        (events.length === 0 || events.includes(plan.events[row.event] ?? -1)) &&
        (parents.length === 0 || parents.includes(row.parent_id)) &&
        (child === null || row.child_id === Number(child)) &&
        (download === null || row.download_id === download) &&
        keeps(row, request),
    )
    const wants = wantsOf(request)
    const { records, ...paging } = envelope(request, kept.map(columnsOf), {
      key: 'date',
      direction: 'descending',
    })
    // Whole series are embedded in the rows of this page alone: a history has hundreds.
    const shown = new Set(records.map(({ id }) => id))
    const rowOf = new Map(kept.filter(row => shown.has(row.id)).map(row => [row.id, row]))
    return json({
      ...paging,
      records: records.map(record => {
        const row = rowOf.get(Number(record['id']))
        return row ? { ...record, ...plan.embed(row, wants) } : record
      }),
    })
  })

  server.route(`GET ${api}/history/since`, request => {
    const since = Date.parse(request.query.get('date') ?? '')
    const event = request.query.get('eventType')
    const wants = wantsOf(request)
    const kept = rows.filter(
      row => row.date >= since && (!event || row.event === event) && keeps(row, request),
    )
    return json(kept.toSorted((a, b) => b.date - a.date).map(row => resource(row, wants)))
  })

  server.route(`GET ${api}/history/${plan.parent}`, request => {
    const parent = Number(request.query.get(parentId))
    const event = request.query.get('eventType')
    const season = request.query.get('seasonNumber')
    const child = request.query.get(childId)
    const wants = wantsOf(request)
    const kept = rows.filter(
      row =>
        row.parent_id === parent &&
        keeps(row, request) &&
        (!event || row.event === event) &&
        (child === null || row.child_id === Number(child)) &&
        (season === null || (plan.inSeason?.(row, Number(season)) ?? true)),
    )
    return json(kept.toSorted((a, b) => b.date - a.date).map(row => resource(row, wants)))
  })

  server.route(`POST ${api}/history/failed/:id`, request => {
    const id = readRecordId(request)
    const row = found(
      request,
      rows.find(one => one.id === id),
    )
    if (row.event !== 'grabbed')
      throw new Refused(raised(400, 'BadRequest', 'Only grabbed history can be marked failed'))
    // Everything of the same download fails with it: a pack has a row for each episode.
    const { parent_id, download_id } = row
    const failed = rows.filter(
      one => one === row || (one.event === 'grabbed' && download_id && one.download_id === download_id),
    )
    const target = { parent_id, child_ids: failed.flatMap(one => one.child_id ?? []) }
    plan.failed({ target, release: row.release, ...(download_id && { download_id }) }, true)
    return json({})
  })

  routeBlocklist(servarr, plan, blocked)

  return {
    rows,
    blocked,
    write,
    writeGrab: download =>
      write('grabbed', download.target, {
        release: download.release,
        download_id: download.download_id,
        date: Math.min(download.added_at, timeline.now()),
        data: grabData(download),
      }),
    writeFailure({ target, release, download_id }, message, data = {}) {
      write('downloadFailed', target, {
        release,
        download_id: download_id ?? null,
        data: { downloadClient: 'SABnzbd', message, ...data },
      })
      blocked.push({ id: nextId('blocklist'), target, release, date: timeline.now(), message })
    },
    forget(parent) {
      for (let i = rows.length - 1; i >= 0; i--) if (rows[i]?.parent_id === parent) rows.splice(i, 1)
    },
  }
}

function routeBlocklist({ server, api }: Servarr, plan: HistoryPlan, blocked: BlocklistRow[]): void {
  const drop = (ids: readonly number[]) => {
    for (const id of ids) {
      const at = blocked.findIndex(row => row.id === id)
      if (at >= 0) blocked.splice(at, 1)
    }
    return json({})
  }
  server.route(`GET ${api}/blocklist`, request => {
    const rows = blocked.map(row => ({
      id: row.id,
      [`${plan.parent}Id`]: row.target.parent_id,
      ...(plan.parent !== 'movie' && { [`${plan.child ?? 'episode'}Ids`]: row.target.child_ids }),
      sourceTitle: row.release.title,
      ...languageColumn(row.release),
      quality: row.release.quality,
      customFormats: [],
      date: isoSecond(row.date),
      protocol: row.release.protocol,
      indexer: row.release.indexer,
      message: row.message,
    }))
    return json(envelope(request, rows, { key: 'date', direction: 'descending' }))
  })
  server.route(`DELETE ${api}/blocklist/:id`, request => drop([readRecordId(request)]))
  server.route(`DELETE ${api}/blocklist/bulk`, request => drop(numbersIn(asRecord(request.body), 'ids')))
}

/** What a grab leaves in `data`. */
function grabData(download: Download): Record<string, string> {
  const { release } = download
  const client = clientOf(release)
  return {
    indexer: release.indexer,
    releaseGroup: release.release_group,
    age: '1',
    size: String(release.size),
    downloadUrl: 'https://indexer.invalid/get/1?passkey=simulated',
    guid: 'https://indexer.invalid/details/1?passkey=simulated',
    protocol: release.protocol === 'usenet' ? '1' : '2',
    downloadClient: client.type,
    downloadClientName: client.name,
    releaseSource: release.source,
  }
}
