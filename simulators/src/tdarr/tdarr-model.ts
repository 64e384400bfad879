import type { JsonRecord } from '../kit/json.ts'

export type WorkerType = 'transcodecpu' | 'transcodegpu' | 'healthcheckcpu' | 'healthcheckgpu'

/** A job being done; what it reports early on is less than what it reports later (tdarr.md, "get-nodes"). */
export interface TdarrJob {
  id: string
  type: WorkerType
  file: string
  size_gb: number
  started_at: number
  duration_ms: number
  fps: number
  /** False while it scans, true once the flow runs. */
  flow: boolean
}

export interface TdarrNode {
  id: string
  name: string
  paused: boolean
  limits: Record<WorkerType, number>
  queued: Record<WorkerType, number>
  jobs: TdarrJob[]
}

export interface TdarrLibrary {
  id: string
  name: string
  folder: string
  files: number
  /** Counts by the words the server uses; zero counts are left out of its answers. */
  transcode: Record<string, number>
  healthcheck: Record<string, number>
  /** GB, signed: positive is space saved. */
  size_diff: number
}

const SCANNING_SHARE = 0.05

export function nodeResource(node: TdarrNode, now: number): JsonRecord {
  return {
    _id: node.id,
    nodeName: node.name,
    remoteAddress: '10.0.0.11',
    nodePaused: node.paused,
    priority: 0,
    gpuSelect: '-',
    config: { serverIP: '10.0.0.5', serverPort: '8266', priority: 0, processPid: 2001 },
    workerLimits: node.limits,
    queueLengths: node.queued,
    // tdarr.md: numbers in here are text.
    resStats: {
      process: { uptime: 14_400, heapUsedMB: '72.8', heapTotalMB: '128.0' },
      os: { cpuPerc: '85.40', memUsedGB: '6.2', memTotalGB: '16.0' },
    },
    scheduleEnabled: false,
    allowGpuDoCpu: false,
    maxGpuWorkers: 1,
    workers: Object.fromEntries(node.jobs.map(job => [`wk-${job.id}`, workerResource(job, now)])),
  }
}

function workerResource(job: TdarrJob, now: number): JsonRecord {
  const progress = Math.min(1, Math.max(0, (now - job.started_at) / job.duration_ms))
  const scanning = progress < SCANNING_SHARE
  const seconds = Math.round(((1 - progress) * job.duration_ms) / 1000)
  return {
    _id: `wk-${job.id}`,
    workerType: job.type,
    isFlowWorker: job.flow && !scanning,
    idle: false,
    file: job.file,
    originalfileSizeInGbytes: job.size_gb,
    percentage: Math.round(progress * 10_000) / 100,
    fps: scanning ? 0 : job.fps,
    ETA: scanning ? '' : clockOf(seconds),
    status: scanning ? 'Scanning' : job.type.startsWith('health') ? 'Health checking' : 'Transcoding',
    statusTs: now,
    startTime: job.started_at,
    ...(!scanning && {
      estSize: Math.round(job.size_gb * 55) / 100,
      outputFileSizeInGbytes: Math.round(job.size_gb * 55 * progress) / 100,
      job: {
        version: '2',
        start: job.started_at,
        type: job.type.replace(/(cpu|gpu)$/, ''),
        jobId: `job-${job.id}`,
      },
      process: { connected: true, pid: 5432, cliType: 'ffmpeg' },
      lastPluginDetails: { source: 'Community', id: 'ffmpegCommandExecute', number: '3' },
    }),
  }
}

function two(n: number): string {
  return String(Math.floor(n)).padStart(2, '0')
}

function clockOf(seconds: number): string {
  return `${Math.floor(seconds / 3600)}:${two((seconds % 3600) / 60)}:${two(seconds % 60)}`
}

const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0)

/** The merged tables: success holds "not required", error holds "cancelled" (tdarr.md, "Buckets"). */
export function statisticsResource(libraries: readonly TdarrLibrary[]): JsonRecord {
  const count = (kind: 'transcode' | 'healthcheck', ...names: string[]) =>
    sum(libraries.flatMap(library => names.map(name => library[kind][name] ?? 0)))
  const tables = {
    table0: count('transcode', 'Hold'),
    table1: count('transcode', 'Queued'),
    table2: count('transcode', 'Transcode success', 'Not required'),
    table3: count('transcode', 'Transcode error', 'Cancelled'),
    table4: count('healthcheck', 'Queued'),
    table5: count('healthcheck', 'Success'),
    table6: count('healthcheck', 'Error', 'Cancelled'),
  }
  const files = sum(libraries.map(library => library.files))
  return {
    _id: 'statistics',
    totalFileCount: files,
    totalTranscodeCount: count('transcode', 'Transcode success'),
    totalHealthCheckCount: tables.table5 + tables.table6,
    sizeDiff: sum(libraries.map(library => library.size_diff)),
    tdarrScore: percent(tables.table2, files),
    healthCheckScore: percent(tables.table5, files),
    avgNumberOfStreamsInVideo: 3.5,
    streamStats: {
      duration: { average: 2400, highest: 9000, total: files * 2400 },
      bit_rate: { average: 3_500_000, highest: 20_000_000, total: files * 3_500_000 },
      nb_frames: { average: 57_600, highest: 216_000, total: files * 57_600 },
    },
    ...Object.fromEntries(Object.entries(tables).map(([name, value]) => [`${name}Count`, value])),
    ...Object.fromEntries(
      Object.entries(tables)
        .filter(([name]) => name !== 'table0')
        .map(([name, value]) => [`${name}ViewableCount`, value]),
    ),
  }
}

/** Scores are numeric text in percent. */
function percent(part: number, whole: number): string {
  return (whole === 0 ? 0 : (100 * part) / whole).toFixed(2)
}

export function pieResource(libraries: readonly TdarrLibrary[]): JsonRecord {
  const slices = (kind: 'transcode' | 'healthcheck') => {
    const names = [...new Set(libraries.flatMap(library => Object.keys(library[kind])))]
    return names
      .map(name => ({ name, value: sum(libraries.map(library => library[kind][name] ?? 0)) }))
      .filter(slice => slice.value > 0)
  }
  const files = sum(libraries.map(library => library.files))
  return {
    totalFiles: files,
    totalTranscodeCount: sum(libraries.map(library => library.transcode['Transcode success'] ?? 0)),
    sizeDiff: sum(libraries.map(library => library.size_diff)),
    totalHealthCheckCount: sum(libraries.map(library => library.healthcheck['Success'] ?? 0)),
    status: { transcode: slices('transcode'), healthcheck: slices('healthcheck') },
    video: {
      codecs: [{ name: 'hevc', value: Math.round(files * 0.6) }],
      containers: [{ name: 'mkv', value: files }],
      resolutions: [{ name: '1080p', value: Math.round(files * 0.7) }],
    },
    audio: { codecs: [], containers: [] },
  }
}
