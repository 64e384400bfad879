import { json, Refused, type SimRequest } from '../kit/answer.ts'
import { asRecord, type JsonRecord, numbersIn } from '../kit/json.ts'
import { hashText } from '../kit/random.ts'
import { isoSecond } from '../kit/time.ts'
import type { Activity } from './activity.ts'
import { clientOf, type Download, languageColumn } from './downloads.ts'
import { envelope, flagOf, includeFlag, numbersOf } from './paging.ts'
import { problemColumns } from './queue-problems.ts'
import { raised, readRecordId } from './servarr-answers.ts'
import type { Servarr } from './servarr.ts'

export interface QueuePlan {
  parent: string
  /** What a row is about below the parent; `episode` when nothing is said. */
  child?: string
  activity: Activity
  /** The product's own columns, one set per row: a season pack has one row per episode. */
  columns: (download: Download, wants: { parent: boolean; child: boolean }) => JsonRecord[]
  /** A product's own filter on the rows. */
  keeps?: (row: JsonRecord, request: SimRequest) => boolean
}

function includeUnknownFlag(parent: string): string {
  return `includeUnknown${parent.charAt(0).toUpperCase()}${parent.slice(1)}Items`
}

/** servarr-common.md, 5. The id is a hash of client, download and child: stable while it lasts, meaningless after. */
function rowId(download: Download, index: number): number {
  return hashText(`${download.download_id}:${index}`) & 0x7fffffff
}

export function routeQueue(servarr: Servarr, plan: QueuePlan): void {
  const { server, api } = servarr
  const { activity } = plan
  const { downloads } = activity
  const parentKey = `${plan.parent}Id`
  const childKey = `${plan.child ?? 'episode'}Id`

  function rows(request: SimRequest): JsonRecord[] {
    const wants = {
      parent: flagOf(request, includeFlag(plan.parent)),
      child: flagOf(request, includeFlag(plan.child ?? 'episode')),
    }
    return downloads
      .all()
      .flatMap(download =>
        plan
          .columns(download, wants)
          .slice(0, download.problem?.is_unknown ? 1 : undefined)
          .map((own, i) => ({
            id: rowId(download, i),
            ...(download.problem?.is_unknown ? {} : own),
            ...problemColumns(download, sharedColumns(servarr, plan, download)),
          })),
      )
      .filter(row => plan.keeps?.(row, request) ?? true)
  }

  server.route(`GET ${api}/queue`, request => {
    const parents = numbersOf(request, `${parentKey}s`)
    const statuses = request.query.getAll('status')
    const protocol = request.query.get('protocol')
    // sonarr.md, "Queue row": downloads without a title come only when asked for.
    const all = flagOf(request, includeUnknownFlag(plan.parent))
    const kept = rows(request).filter(
      row =>
        (all || parentKey in row) &&
        (parents.length === 0 || parents.includes(Number(row[parentKey]))) &&
        (statuses.length === 0 || statuses.includes(String(row['status']))) &&
        (protocol === null || row['protocol'] === protocol),
    )
    return json(envelope(request, kept, { key: 'timeleft', direction: 'ascending' }))
  })

  server.route(`GET ${api}/queue/details`, request => {
    const parent = request.query.get(parentKey)
    const children = numbersOf(request, `${childKey}s`)
    return json(
      rows(request).filter(
        row =>
          (parent === null || row[parentKey] === Number(parent)) &&
          (children.length === 0 || children.includes(Number(row[childKey]))),
      ),
    )
  })

  server.route(`GET ${api}/queue/status`, () => {
    const all = downloads.all()
    const warnings = all.some(download => download.messages.length > 0)
    return json({
      totalCount: all.length,
      count: all.length,
      unknownCount: 0,
      errors: false,
      warnings,
      unknownErrors: false,
      unknownWarnings: false,
    })
  })

  function removeOne(request: SimRequest, id: number): boolean {
    const download = downloads
      .all()
      .find(one => plan.columns(one, NOTHING).some((_, i) => rowId(one, i) === id))
    if (!download) return false
    const { client } = servarr
    const { download_id } = download
    const removes = flagOf(request, 'removeFromClient', true)
    // servarr-common.md, 5: the removal wins when both are asked for.
    const changesCategory = !removes && flagOf(request, 'changeCategory')
    const blocks = flagOf(request, 'blocklist')
    if ((removes || changesCategory) && !client.is_configured)
      throw new Refused(raised(400, 'BadRequest', 'Download client is not configured'))
    downloads.remove(download_id)
    if (!removes) client.kept.push({ download_id, how: changesCategory ? 'category_changed' : 'ignored' })
    if (blocks) {
      const research = !flagOf(request, 'skipRedownload')
      activity.fail(download, { message: 'Manually marked as failed', research })
    }
    if (!removes && !blocks && !changesCategory)
      activity.history.write('downloadIgnored', download.target, download)
    return true
  }

  server.route(`DELETE ${api}/queue/:id`, request => {
    if (!removeOne(request, readRecordId(request))) throw new Refused(raised(404, 'NotFound'))
    return json({})
  })
  server.route(`DELETE ${api}/queue/bulk`, request => {
    for (const id of numbersIn(asRecord(request.body), 'ids')) removeOne(request, id)
    return json({})
  })
}

const NOTHING = { parent: false, child: false }

function sharedColumns({ timeline, app, client }: Servarr, plan: QueuePlan, download: Download): JsonRecord {
  const { release } = download
  const progress = plan.activity.downloads.progress(download)
  const stuck = download.messages.length > 0
  const left = Math.max(0, download.added_at + download.duration_ms - timeline.now())
  return {
    ...languageColumn(release),
    quality: release.quality,
    customFormats: [],
    customFormatScore: 0,
    size: release.size,
    title: release.title,
    ...(!stuck && !download.paused && { estimatedCompletionTime: isoSecond(timeline.now() + left) }),
    // The retired book manager never learned to say when.
    ...(app !== 'Readarr' && { added: isoSecond(download.added_at) }),
    status: stuck ? 'completed' : download.paused ? 'paused' : 'downloading',
    trackedDownloadStatus: stuck ? 'warning' : 'ok',
    trackedDownloadState: download.state,
    statusMessages: stuck ? [{ title: release.title, messages: download.messages }] : [],
    downloadId: download.download_id,
    protocol: release.protocol,
    downloadClient: clientOf(release).name,
    downloadClientHasPostImportCategory: client.has_import_category,
    indexer: release.indexer,
    outputPath: `/downloads/${release.title}`,
    sizeleft: Math.round(release.size * (1 - progress)),
    ...(!download.paused && { timeleft: span(stuck ? 0 : left) }),
  }
}

function two(n: number): string {
  return String(Math.floor(n)).padStart(2, '0')
}

/** A .NET time span: `HH:mm:ss`, or `d.HH:mm:ss` past a day. */
function span(ms: number): string {
  const total = Math.round(ms / 1000)
  const days = Math.floor(total / 86_400)
  const clock = `${two((total % 86_400) / 3600)}:${two((total % 3600) / 60)}:${two(total % 60)}`
  return days > 0 ? `${days}.${clock}` : clock
}
