import { byName } from '#kit/list-order.ts'
import type { TranscoderJob, TranscoderNode } from '#ports/transcoder.ts'
import type { TdarrNodes, TdarrWorker } from './tdarr-wire.ts'

/** 2/4.11: nodes by name and id, with the jobs they are doing. */
export function presentNodes(nodes: TdarrNodes): TranscoderNode[] {
  return Object.entries(nodes)
    .map(([key, { _id, nodeName, nodePaused, workers }]) => {
      const id = _id || key
      return { id, name: nodeName || id, paused: nodePaused === true, workers: presentWorkers(workers ?? {}) }
    })
    .toSorted((a, b) => byName(a.name, b.name) || byName(a.id, b.id))
}

/** By id, because a worker has no name and the file it works on changes. */
function presentWorkers(workers: Record<string, TdarrWorker> | TdarrWorker[]): TranscoderJob[] {
  return Object.entries(workers)
    .filter(([, worker]) => !isIdle(worker))
    .map(([key, worker]) => presentWorker(worker._id || key, worker))
    .toSorted((a, b) => byName(a.id, b.id))
}

/** Without the flag, a worker without a file has nothing to do. */
function isIdle({ idle, file }: TdarrWorker): boolean {
  return idle ?? !file
}

function presentWorker(id: string, worker: TdarrWorker): TranscoderJob {
  const source_path = worker.file ?? ''
  return {
    id,
    file: fileName(source_path),
    source_path,
    kind: kindOf(worker.job?.type) ?? kindOf(worker.workerType) ?? 'other',
    compute: computeOf(worker.workerType),
    status: worker.status ?? '',
    step: stepOf(worker.lastPluginDetails),
    progress_percent: percentOf(worker.percentage),
    fps: worker.fps ?? null,
    eta: timeOf(worker.ETA),
    flow: worker.isFlowWorker ?? null,
  }
}

/** A backslash separates folders on Windows only; elsewhere it may be part of a name. */
export function fileName(path: string): string {
  const is_windows = /^([a-z]:|\\\\)/i.test(path) || !path.includes('/')
  return path.split(is_windows ? /[\\/]/ : '/').at(-1) ?? ''
}

/** From `transcode` and `healthcheck`, or a worker type such as `transcodegpu`. */
function kindOf(type: string | null | undefined): 'transcode' | 'health_check' | undefined {
  const name = type?.toLowerCase() ?? ''
  if (name.startsWith('transcode')) return 'transcode'
  return name.startsWith('healthcheck') ? 'health_check' : undefined
}

function computeOf(type: string | null | undefined): TranscoderJob['compute'] {
  const name = type?.toLowerCase() ?? ''
  return name.endsWith('gpu') ? 'gpu' : name.endsWith('cpu') ? 'cpu' : ''
}

/** The plugin of a flow that runs now; the text `none` stands for none. */
function stepOf(details: TdarrWorker['lastPluginDetails']): string {
  if (!details) return ''
  if (typeof details === 'string') return details === 'none' ? '' : details
  return details.id || String(details.number ?? '')
}

/** Rounding can take it a little past the end. */
function percentOf(percentage: number | null | undefined): number | null {
  return percentage === null || percentage === undefined || percentage < 0 ? null : Math.min(percentage, 100)
}

/** tdarr.md: sometimes empty or a placeholder. */
function timeOf(eta: string | null | undefined): string | null {
  const text = eta?.trim() ?? ''
  return /^\d+:[0-5]\d(:[0-5]\d)?$/.test(text) ? text : null
}
