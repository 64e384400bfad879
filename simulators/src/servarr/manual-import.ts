import { json, type SimRequest } from '../kit/answer.ts'
import { asList, asRecord, type JsonRecord, textIn } from '../kit/json.ts'
import { hashText } from '../kit/random.ts'
import { type Download, type Downloads, languageColumn } from './downloads.ts'
import { qualityWeight } from './qualities.ts'
import type { Servarr } from './servarr.ts'

/** A file of a finished download as the product sees it. */
interface RecognisedFile {
  name: string
  /** The part of the whole download. */
  share: number
  /** The records it would be filed under; left out where the product does not recognise it. */
  columns: JsonRecord
}

export interface ManualImportPlan {
  downloads: Downloads
  files: (download: Download) => RecognisedFile[]
  /** What a file of the command is for below the parent; null: a field is missing or wrong, so nothing is imported. */
  childrenOf: (file: JsonRecord, download: Download) => readonly number[] | null
}

/** What a test changes about the files of one download. */
export interface ImportWish {
  /** Why the manager does not import them by itself; its own messages when nothing is said. */
  rejections?: readonly string[]
  /** The manager cannot tell which title they belong to. */
  unrecognised?: boolean
  /** Files beside the expected ones, recognised like the first of them. */
  extra?: readonly { name: string; size: number; rejections: readonly string[] }[]
}

export interface ManualImport {
  /** Runs the `ManualImport` command: moves the files into the library and ends the download. False: it failed. */
  run: (body: JsonRecord) => boolean
  plan: (downloadId: string, wish: ImportWish) => void
}

/** The files of a finished download, and their import by hand. */
export function createManualImport(servarr: Servarr, plan: ManualImportPlan): ManualImport {
  const { server, api, app } = servarr
  const wishes = new Map<string, ImportWish>()

  function rowsOf(download: Download): JsonRecord[] {
    const wish = wishes.get(download.download_id) ?? {}
    const reasons = wish.rejections ?? download.messages
    const expected = plan.files(download)
    const columns = expected[0]?.columns ?? {}
    return [
      ...expected.map(file => ({ ...file, size: download.release.size * file.share, reasons })),
      ...(wish.extra ?? []).map(({ name, size, rejections }) => ({
        name,
        size,
        reasons: rejections,
        columns,
      })),
    ].map(file => row(download, file, wish.unrecognised ?? false))
  }

  function row(
    download: Download,
    file: { name: string; size: number; columns: JsonRecord; reasons: readonly string[] },
    unrecognised: boolean,
  ): JsonRecord {
    const { release, download_id } = download
    const path = `/downloads/${release.title}/${file.name}`
    const screen = app === 'Radarr' || app === 'Sonarr'
    const unknown = screen
      ? `Unknown ${app === 'Radarr' ? 'Movie' : 'Series'}`
      : 'Couldn’t find similar title'
    const reasons = unrecognised ? [unknown] : file.reasons
    return {
      id: hashText(path) & 0x7fffffff,
      path,
      ...(screen && { relativePath: file.name, folderName: release.title }),
      name: file.name.replace(/\.\w+$/, ''),
      size: Math.round(file.size),
      ...(!unrecognised && file.columns),
      quality: release.quality,
      ...languageColumn(release),
      releaseGroup: release.release_group,
      qualityWeight: qualityWeight(app, release.quality.quality.id) * 100,
      downloadId: download_id,
      indexerFlags: 0,
      rejections: reasons.map(reason => ({ reason, type: 'permanent' })),
    }
  }

  server.route(`GET ${api}/manualimport`, (request: SimRequest) => {
    const download = plan.downloads.find(request.query.get('downloadId') ?? '')
    return json(download ? rowsOf(download) : [])
  })

  return {
    run(body) {
      const files = asList(body['files']).map(asRecord)
      const download = plan.downloads.find(textIn(files[0] ?? {}, 'downloadId') ?? '')
      if (!download) return false
      const known = new Set(rowsOf(download).map(one => one['path']))
      const children = files.map(file =>
        known.has(file['path']) && file['quality'] ? plan.childrenOf(file, download) : null,
      )
      if (children.includes(null)) return false
      download.target = { ...download.target, child_ids: [...new Set(children.flatMap(ids => ids ?? []))] }
      plan.downloads.finish(download.download_id)
      return true
    },
    plan: (downloadId, wish) => void wishes.set(downloadId, wish),
  }
}
