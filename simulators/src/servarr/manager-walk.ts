import { asList, asRecord, type JsonRecord } from '../kit/json.ts'
import type { Journal, JournalEntry } from '../kit/journal.ts'
import type { Walker } from '../vendor-walk.ts'
import type { LibraryManager } from './library-manager.ts'

type Request = string | readonly [string, unknown]

/** Paths that every library manager answers once the creates below are done. */
const SHARED_READS = [
  'system/status',
  'system/task',
  'queue/status',
  'wanted/cutoff',
  'qualityprofile',
  'qualityprofile/schema',
  'customformat',
  'customformat/1',
  'customformat/schema',
  'delayprofile',
  'indexer',
  'downloadclient',
  'releaseprofile',
  'remotepathmapping',
  'language',
  'rootfolder',
  'rootfolder/1',
  'diskspace',
  'health',
  'tag',
  'tag/1',
  'blocklist',
  'notification',
  'notification/1',
  'notification/schema',
  'command',
  'command/1',
]

export function sharedReads(api: string): string[] {
  return ['/ping', '/api', ...SHARED_READS.map(path => `${api}/${path}`)]
}

export const X265 = {
  name: 'x265',
  implementation: 'ReleaseTitleSpecification',
  negate: false,
  required: true,
  fields: [{ name: 'value', value: '[xh][ ._-]?265' }],
}

/** One record of each kind that the shared reads need; the command depends on the product. */
export function sharedCreates(api: string, connection: JsonRecord, command: JsonRecord): Request[] {
  return [
    [`POST ${api}/tag`, { label: 'Requester-7' }],
    [`POST ${api}/customformat`, { name: 'x265', specifications: [X265] }],
    [`POST ${api}/notification`, connection],
    [`POST ${api}/command`, command],
  ]
}

export function webhookConnection(url: string, name: string): JsonRecord {
  const fields = [
    { name: 'url', value: url },
    { name: 'method', value: 1 },
    { name: 'password', value: 'x' },
  ]
  return {
    name,
    implementation: 'Webhook',
    configContract: 'WebhookSettings',
    tags: [],
    fields,
    onGrab: true,
  }
}

/** A download that no longer moves, with the text of its client. */
export function stallFirst(manager: Pick<LibraryManager, 'downloads' | 'troubleDownload'>): void {
  const [first] = manager.downloads()
  if (!first) throw new Error('there is a download')
  const error = 'The download is stalled with no connections'
  manager.troubleDownload(first.download_id, { status: 'warning', condition: 'warning', error })
}

/** Changes the records of the shared creates and the named profile, which is then restored. */
export async function sharedChanges(
  walker: Walker,
  api: string,
  own: { connection: JsonRecord; profile: number },
): Promise<Request[]> {
  const profile = `${api}/qualityprofile/${own.profile}`
  return [
    [`PUT ${api}/notification/1?forceSave=true`, { ...own.connection, id: 1 }],
    [`PUT ${profile}`, await walker.read(profile)],
    [`PUT ${api}/customformat/1`, { id: 1, name: 'x265 (HD)', specifications: [X265] }],
  ]
}

/** Grabs the first release that a search finds, then marks the first grab of the history failed. */
export async function grabAndFail(walker: Walker, api: string, search: string): Promise<Request[]> {
  const release = asRecord(asList(await walker.read(`${api}/release?${search}`))[0])
  const history = asRecord(await walker.read(`${api}/history?eventType=1`))
  const grabbed = asRecord(asList(history['records'])[0])
  return [
    [`POST ${api}/release`, { guid: release['guid'], indexerId: release['indexerId'] }],
    `POST ${api}/history/failed/${String(grabbed['id'])}`,
    `GET ${api}/blocklist`,
  ]
}

/** Removes the shared records: the first and the last row of the queue, then one of each kind that was created. */
export async function sharedDeletes(walker: Walker, api: string): Promise<Request[]> {
  const queue = asList(await walker.read(`${api}/queue/details`)).map(asRecord)
  const first = String(queue[0]?.['id'])
  const files = `${api}/manualimport?downloadId=${String(queue[0]?.['downloadId'])}&filterExistingFiles=false`
  return [
    `GET ${files}`,
    `DELETE ${api}/queue/${first}?removeFromClient=true&blocklist=true&skipRedownload=true`,
    [`DELETE ${api}/queue/bulk`, { ids: [queue.at(-1)?.['id']] }],
    `DELETE ${api}/blocklist/1`,
    [`DELETE ${api}/blocklist/bulk`, { ids: [2] }],
    `DELETE ${api}/tag/1`,
    `DELETE ${api}/notification/1`,
    `DELETE ${api}/customformat/1`,
  ]
}

/** The call that listed a library, with a field added to its first record that no vendor sends. */
export async function spoilList(walker: Walker, journal: Journal, path: string): Promise<JournalEntry> {
  const body = await walker.read(path)
  const call = journal.requests(`GET ${path}`).at(-1)
  if (!call || !Array.isArray(body)) throw new Error('the library is not empty, so there is a list')
  return { ...call, answer: { status: 200, body: [{ ...asRecord(body[0]), nonsense: true }] } }
}
