import type { DownloadTicket } from '@foyer/contract/media-files'
import type { Caller } from '#kit/caller.ts'
import { iso } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import { createDownloadTickets } from './download-tickets.ts'
import type { FileAccess, ReachedFile, Who } from './file-access.ts'
import { fileNameOf } from './file-name-rules.ts'
import { createLocate, readFileId, readPaths } from './media-file-rules.ts'
import type { MediaFileParts } from './media-file-parts.ts'

/** A file that is ready to be sent. */
export interface Download extends ReachedFile {
  name: string
  /** C68: it is sent for as long as this device lives. */
  device_id: string
}

/** Tickets, and what they open. */
export function createDownloads(parts: MediaFileParts & { access: FileAccess }) {
  const { access, inventory } = parts
  const tickets = createDownloadTickets(parts)

  /** C17: that a library is not theirs, or gives nothing, comes before what is wrong with the rest. */
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
    asked: { instance_id: string; file_id?: unknown },
  ): Promise<DownloadTicket> {
    const { instance_id } = asked
    const file_id = await readAfter(access.enterForDownload(caller, instance_id), readFileId(asked.file_id), {
      file_id: 'Use the number of a file.',
    })
    let viewer: Caller | null = null
    const who: Who = async () => (viewer = viewer ? await parts.currentCaller(caller) : caller)
    const { handle, size, path, instance_url } = await access.reach(who, { instance_id, file_id })
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

  /** 1:4.13 rule 4: everything that a ticket was given for must still hold. */
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

    /** Lexical only: neither a disk nor the manager is asked. */
    async coverage(caller: Caller, asked: { instance_id: string; paths?: unknown }) {
      const entering = access.enter(caller, asked.instance_id)
      const field = { paths: 'Use 1 to 200 paths of at most 4096 characters.' }
      const paths = await readAfter(entering, readPaths(asked.paths), field)
      const { media_path_mappings } = await entering
      const locate = createLocate(media_path_mappings, inventory.media_roots)
      return { covered: paths.map(path => locate(path) !== null) }
    },
  }
}

/** One body for whatever no longer holds; that something cannot be told right now stays what it is. */
function asInvalid(error: unknown): never {
  throw error instanceof Refusal && error.status < 500 ? new Refusal('ticket_invalid') : error
}
