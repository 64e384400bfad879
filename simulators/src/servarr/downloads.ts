import { hashText } from '../kit/random.ts'
import type { Language, QualityModel } from './qualities.ts'
import type { QueueProblem } from './queue-problems.ts'
import type { Servarr } from './servarr.ts'

/** What a download is for: a movie, or the episodes of a series, the albums of an artist, the books of an author. */
export interface Target {
  parent_id: number
  child_ids: readonly number[]
  season_number?: number
}

export interface Release {
  title: string
  size: number
  quality: QualityModel
  languages: readonly Language[]
  release_group: string
  protocol: 'usenet' | 'torrent'
  indexer: string
  source: 'Search' | 'InteractiveSearch' | 'Rss'
}

/** What was grabbed for whom; history remembers it without a download. */
export interface Grab {
  target: Target
  release: Release
  download_id?: string
}

export type DownloadState = 'downloading' | 'importPending' | 'importBlocked' | 'failedPending'

export interface Download {
  download_id: string
  target: Target
  release: Release
  added_at: number
  duration_ms: number
  state: DownloadState
  /** Set when it no longer moves: paused, stuck or complete. */
  frozen_at: number | null
  paused: boolean
  messages: string[]
  /** What its row says in place of the usual. */
  problem?: QueueProblem
}

export interface DownloadPlan {
  release: Release
  /** How long it takes from nothing to done. */
  duration_ms?: number
  /** Already this far, 0 to 1. */
  progress?: number
  paused?: boolean
}

export interface Downloads {
  all: () => Download[]
  find: (downloadId: string) => Download | undefined
  start: (target: Target, plan: DownloadPlan) => Download
  /** Completes at once and imports. */
  finish: (downloadId: string) => void
  /** Completes, but the import waits for a person. */
  stick: (downloadId: string, messages: readonly string[]) => void
  /** Stops, and its row says why. */
  trouble: (downloadId: string, problem: QueueProblem) => void
  remove: (downloadId: string) => Download | undefined
  /** Forgets what is no longer wanted, without a word about it. */
  drop: (isUnwanted: (target: Target) => boolean) => void
  progress: (download: Download) => number
}

export interface DownloadEvents {
  grabbed: (download: Download) => void
  imported: (download: Download) => void
  stuck: (download: Download) => void
}

export function createDownloads(servarr: Servarr, events: DownloadEvents): Downloads {
  const { timeline, random } = servarr
  const running = new Map<string, { download: Download; cancel: () => void }>()

  function progress(download: Download): number {
    const at = download.frozen_at ?? timeline.now()
    return Math.min(1, Math.max(0, (at - download.added_at) / download.duration_ms))
  }

  function complete(download: Download): void {
    running.delete(download.download_id)
    events.imported(download)
  }

  function start(target: Target, plan: DownloadPlan): Download {
    const duration_ms = plan.duration_ms ?? servarr.download_ms
    const now = timeline.now()
    const added_at = now - duration_ms * (plan.progress ?? 0)
    const letters = Array.from({ length: 10 }, () => random.int(0, 35).toString(36)).join('')
    const usenet = plan.release.protocol === 'usenet'
    const download: Download = {
      download_id: usenet
        ? `SABnzbd_nzo_${letters}`
        : hashText(letters).toString(16).toUpperCase().padStart(8, '0').repeat(5),
      target,
      release: plan.release,
      added_at,
      duration_ms,
      state: 'downloading',
      frozen_at: plan.paused ? now : null,
      paused: plan.paused ?? false,
      messages: [],
    }
    const cancel = plan.paused
      ? () => undefined
      : timeline.after(added_at + duration_ms - now, () => complete(download))
    running.set(download.download_id, { download, cancel })
    events.grabbed(download)
    return download
  }

  function take(downloadId: string): Download | undefined {
    const entry = running.get(downloadId)
    entry?.cancel()
    return entry?.download
  }

  function remove(downloadId: string): Download | undefined {
    const download = take(downloadId)
    running.delete(downloadId)
    return download
  }

  return {
    all: () => [...running.values()].map(entry => entry.download),
    find: downloadId => running.get(downloadId)?.download,
    start,
    finish(downloadId) {
      const download = take(downloadId)
      if (!download) throw new Error(`no download ${downloadId}`)
      complete(download)
    },
    stick(downloadId, messages) {
      const download = take(downloadId)
      if (!download) throw new Error(`no download ${downloadId}`)
      download.state = 'importPending'
      download.frozen_at = download.added_at + download.duration_ms
      download.messages = [...messages]
      events.stuck(download)
    },
    trouble(downloadId, problem) {
      const download = take(downloadId)
      if (!download) throw new Error(`no download ${downloadId}`)
      download.frozen_at ??= timeline.now()
      download.problem = problem
    },
    remove,
    drop(isUnwanted) {
      for (const { download } of running.values())
        if (isUnwanted(download.target)) remove(download.download_id)
    },
    progress,
  }
}

/** servarr-common.md, 5: only movies and series have languages. */
export function languageColumn(release: Release): { languages?: readonly Language[] } {
  return release.languages.length > 0 ? { languages: release.languages } : {}
}

const CLIENTS = {
  usenet: { name: 'SAB', type: 'SABnzbd' },
  torrent: { name: 'qbit', type: 'qBittorrent' },
} as const

export function clientOf(release: Release): { name: string; type: string } {
  return CLIENTS[release.protocol]
}
