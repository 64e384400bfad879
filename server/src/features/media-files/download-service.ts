import type { DownloadTicket } from '@foyer/contract/media-files/media-files'
import type { Caller } from '#kit/caller.ts'
import { iso } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import { createDownloadTickets } from './download-tickets.ts'
import type { FileAccess, ReachedFile, ReadViewer } from './file-access.ts'
import { fileNameOf } from './file-name-rules.ts'
import { createLocate, readFileId, readPaths } from './media-file-rules.ts'
import type { MediaFileParts } from './media-file-parts.ts'

/** A file that is ready to be sent. */
export interface Download extends ReachedFile {
  name: string
  /** C68: it may be sent while this device is signed in. */
  device_id: string
}

/** Download tickets, and opening files with them. */
export function createDownloads(parts: MediaFileParts & { access: FileAccess }) {
  const { access, inventory } = parts
  const tickets = createDownloadTickets(parts)

  /** C17: a library without access or downloads is reported before other errors. */
  async function readAfter<T>(entering: Promise<unknown>, value: T | null, field: Record<string, string>) {
    const refusal = await entering.then(
      () => null,
      (error: unknown) => error,
    )
    const isMissing = refusal instanceof Refusal && refusal.status === 404
    if (refusal && !isMissing) throw refusal
    if (value === null) throw new Refusal('validation', { fields: field })
    if (refusal) throw refusal
    return value
  }

  async function ticket(
    caller: Caller,
    query: { instance_id: string; file_id?: unknown },
  ): Promise<DownloadTicket> {
    const { instance_id } = query
    const file_id = await readAfter(access.enterForDownload(caller, instance_id), readFileId(query.file_id), {
      file_id: 'Use the number of a file.',
    })
    let viewer: Caller | null = null
    const readViewer: ReadViewer = async () => (viewer = viewer ? await parts.currentCaller(caller) : caller)
    const { handle, size, path, instance_url } = await access.reach(readViewer, { instance_id, file_id })
    await handle.close()
    const { device_id } = caller
    const { token, expires_ms } = tickets.issue({ device_id, instance_id, instance_url, file_id })
    return {
      url: `/api/media-files/download/${token}`,
      filename: fileNameOf(path),
      size_bytes: size,
      expires_at: iso(expires_ms),
    }
  }

  /** 1:4.13 rule 4: every condition of the ticket must still hold. */
  async function open(token: string, signal?: AbortSignal): Promise<Download> {
    const held = tickets.find(token)
    if (!held) throw new Refusal('ticket_invalid')
    const file = await access.reach(() => parts.currentCaller(held), held, signal).catch(asInvalid)
    if (file.instance_url === held.instance_url) {
      return { ...file, name: fileNameOf(file.path), device_id: held.device_id }
    }
    await file.handle.close()
    throw new Refusal('ticket_invalid')
  }

  return {
    ticket,
    open,

    /** Lexical only: reads neither a disk nor the manager. */
    async coverage(caller: Caller, query: { instance_id: string; paths?: unknown }) {
      const entering = access.enter(caller, query.instance_id)
      const field = { paths: 'Use 1 to 200 paths of at most 4096 characters.' }
      const paths = await readAfter(entering, readPaths(query.paths), field)
      const { media_path_mappings } = await entering
      const locate = createLocate(media_path_mappings, inventory.media_roots)
      return { covered: paths.map(path => locate(path) !== null) }
    },
  }
}

/** One response for every condition that no longer holds; temporary failures are passed on. */
function asInvalid(error: unknown): never {
  throw error instanceof Refusal && error.status < 500 ? new Refusal('ticket_invalid') : error
}
