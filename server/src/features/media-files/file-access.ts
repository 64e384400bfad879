import { isManagerRecord, type ManagerRecord, offersDownloads } from '#features/instances/index.ts'
import { notAvailable } from '#features/kids/index.ts'
import { assertMay } from '#kit/caller.ts'
import { Refusal } from '#kit/refusal.ts'
import type { MediaFile } from '#ports/media-files.ts'
import { createLocate } from './media-file-rules.ts'
import type { MediaFileParts, Viewer } from './media-file-parts.ts'
import { type OpenFile, openMediaFile } from './open-file.ts'

/** Reads the person's current state: at the start, and again before anything is returned. */
export type ReadViewer = () => Promise<Viewer>

export interface RequestedFile {
  instance_id: string
  file_id: number
}

export interface ReachedFile extends OpenFile {
  /** As the manager reports it; used for its name only. */
  path: string
  instance_url: string
}

/** Every check of 1:4.13, identical for issuing a ticket and for each transfer. */
export function createFileAccess(parts: MediaFileParts) {
  const { database, inventory, files, kids, log } = parts
  const { media_roots } = inventory

  /** 0.6: admins may use any library manager, others those they can see. */
  async function enter(viewer: Viewer, instance_id: string): Promise<ManagerRecord> {
    const visible = await inventory.visibleTo(database.read, viewer)
    const manager = visible.find(
      (one): one is ManagerRecord => one.id === instance_id && isManagerRecord(one),
    )
    if (manager) return manager
    throw new Refusal(viewer.role === 'admin' ? 'instance_not_found' : 'instance_forbidden')
  }

  async function enterForDownload(viewer: Viewer, instance_id: string): Promise<ManagerRecord> {
    assertMay(viewer, 'media:download')
    const manager = await enter(viewer, instance_id)
    if (!offersDownloads(manager, media_roots)) throw new Refusal('downloads_disabled')
    return manager
  }

  /** 1:1.4: judged by the metadata provider if the manager knows its id, otherwise by the manager's own rating. */
  async function judge(viewer: Viewer, manager: ManagerRecord, file: MediaFile, signal?: AbortSignal) {
    const reader = files[manager.service_type]
    if (!reader.parent || !(await kids.isLimited(viewer))) return
    const title = await reader.parent(inventory.connectionOf(manager), file.record_id, signal)
    if (!title) throw new Refusal('file_unavailable')
    const { kind, tmdb_id } = title
    if (tmdb_id !== null) return kids.assertAllowed(viewer, { kind, tmdb_id })
    const [isAllowed] = await kids.allowedInLibrary(viewer, [{ ...title }])
    if (!isAllowed) throw notAvailable()
  }

  async function openAt(manager: ManagerRecord, { path, file_id }: MediaFile): Promise<OpenFile> {
    const place = createLocate(manager.media_path_mappings, media_roots)(path)
    if (!place) throw new Refusal('file_unavailable')
    const file = await openMediaFile(place.local_path, media_roots).catch(diskFault)
    if (file) return file
    log.info({ instance_id: manager.id, file_id }, 'a mapped file could not be opened beneath a media root')
    throw new Refusal('file_unavailable')
  }

  return {
    enter,
    enterForDownload,

    /** The opened file, or the refusal of a ticket. The caller must close the handle. */
    async reach(
      readViewer: ReadViewer,
      { instance_id, file_id }: RequestedFile,
      signal?: AbortSignal,
    ): Promise<ReachedFile> {
      const manager = await enterForDownload(await readViewer(), instance_id)
      const connection = inventory.connectionOf(manager)
      const found = await files[manager.service_type].find(connection, file_id, signal)
      if (!found) throw new Refusal('file_unavailable')
      await judge(await readViewer(), manager, found, signal)
      // Judging may have waited for providers, so the person is read once more.
      const current = await enterForDownload(await readViewer(), instance_id)
      if (current.url !== manager.url) throw new Refusal('file_unavailable')
      const { path } = found
      return { ...(await openAt(current, found)), path, instance_url: manager.url }
    },
  }
}

/** 1:4.13 rule 5: disk errors contain the path; only their code is passed on, to the log. */
export function diskFault(cause: unknown): never {
  throw new Refusal('unavailable', { cause: new Error('a media root could not be read', { cause }) })
}

export type FileAccess = ReturnType<typeof createFileAccess>
