import { describe, expect, it } from 'vitest'
import { fileName, presentNodes } from './tdarr-activity-rules.ts'
import { TdarrNodes } from './tdarr-wire.ts'

/** As the sheet has it (tdarr.md, "get-nodes"). */
const WORKER = {
  _id: 'wk-01',
  workerType: 'transcodegpu',
  isFlowWorker: true,
  idle: false,
  file: '/media/tv/Harbor Lights/S01E03.mkv',
  percentage: 45.75,
  fps: 125,
  ETA: '0:01:30',
  status: 'Transcoding',
  job: { version: '2', start: 1_700_000_000, type: 'transcode', jobId: 'job-abc' },
  lastPluginDetails: { source: 'Community', id: 'ffmpegCommandExecute', number: '3' },
}

const present = (nodes: unknown) => presentNodes(TdarrNodes.parse(nodes))

function presentOne(worker: object) {
  return present([{ _id: 'a', workers: { 'wk-01': worker } }])[0]?.workers[0]
}

describe('what a transcoder is doing (2:4.11)', () => {
  it('has a job whole', () => {
    expect(presentOne(WORKER)).toEqual({
      id: 'wk-01',
      file: 'S01E03.mkv',
      source_path: '/media/tv/Harbor Lights/S01E03.mkv',
      kind: 'transcode',
      compute: 'gpu',
      status: 'Transcoding',
      step: 'ffmpegCommandExecute',
      progress_percent: 45.75,
      fps: 125,
      eta: '0:01:30',
      flow: true,
    })
  })

  it('keeps what is missing null, never zero, and takes the id from the key', () => {
    expect(presentOne({ idle: false })).toEqual({
      id: 'wk-01',
      file: '',
      source_path: '',
      kind: 'other',
      compute: '',
      status: '',
      step: '',
      progress_percent: null,
      fps: null,
      eta: null,
      flow: null,
    })
    expect(presentOne({ ...WORKER, fps: 0, percentage: 0 })).toMatchObject({ fps: 0, progress_percent: 0 })
    expect(presentOne({ ...WORKER, fps: '125', percentage: null })).toMatchObject({
      fps: null,
      progress_percent: null,
    })
  })

  it.each<[object, object]>([
    [{ percentage: 100.4 }, { progress_percent: 100 }],
    [{ percentage: -1 }, { progress_percent: null }],
    [{ ETA: '' }, { eta: null }],
    [{ ETA: 'Calculating...' }, { eta: null }],
    [{ ETA: '12:00:05 ' }, { eta: '12:00:05' }],
    [{ ETA: 'NaN:NaN:NaN' }, { eta: null }],
    [{ isFlowWorker: false }, { flow: false }],
    [{ lastPluginDetails: 'none' }, { step: '' }],
    [{ lastPluginDetails: { number: '3' } }, { step: '3' }],
    [
      { job: { type: 'healthcheck' }, workerType: 'healthcheckcpu' },
      { kind: 'health_check', compute: 'cpu' },
    ],
    [
      { job: undefined, workerType: 'healthcheckgpu' },
      { kind: 'health_check', compute: 'gpu' },
    ],
    [
      { job: { type: 'scan' }, workerType: 'copy' },
      { kind: 'other', compute: '' },
    ],
  ])('reads %j as %j', (given, expected) => {
    expect(presentOne({ ...WORKER, ...given })).toMatchObject(expected)
  })

  it('takes nodes and workers by id or as a list, sorts them, and leaves idle ones out', () => {
    const nodes = {
      n3: { nodeName: 'cpu-box', nodePaused: true, workers: {} },
      n2: {
        nodeName: 'gpu-box',
        workers: [{ ...WORKER, _id: 'wk-02' }, WORKER, { _id: 'x', idle: true }, {}],
      },
      n1: { nodeName: 'cpu-box' },
    }
    const expected = [
      ['n1', 'cpu-box', false, []],
      ['n3', 'cpu-box', true, []],
      ['n2', 'gpu-box', false, ['wk-01', 'wk-02']],
    ]
    const list = Object.entries(nodes).map(([_id, node]) => ({ _id, ...node }))
    for (const given of [nodes, list]) {
      expect(
        present(given).map(({ id, name, paused, workers }) => [id, name, paused, workers.map(one => one.id)]),
      ).toEqual(expected)
    }
    expect([present({}), present([])]).toEqual([[], []])
    expect(present({ n9: {} })).toEqual([{ id: 'n9', name: 'n9', paused: false, workers: [] }])
  })

  it.each([[{ error: 'no' }], ['text'], [null], [{ n1: { workers: 'none' } }]])('refuses %j', given => {
    expect(TdarrNodes.safeParse(given).success).toBe(false)
  })
})

it.each([
  ['/media/movies/Low Water.mkv', 'Low Water.mkv'],
  ['C:\\Media\\Low Water.mkv', 'Low Water.mkv'],
  ['C:/Media\\Low Water.mkv', 'Low Water.mkv'],
  ['\\\\nas\\media\\Low Water.mkv', 'Low Water.mkv'],
  ['/media/AC\\DC.mkv', 'AC\\DC.mkv'],
  ['Low Water.mkv', 'Low Water.mkv'],
  ['', ''],
])('the file of %s is %s', (path, name) => {
  expect(fileName(path)).toBe(name)
})
