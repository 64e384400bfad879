import type { ImageCache as ImageCacheView, ImageSize } from '@foyer/contract/image-cache'
import type { Database, Db } from '#db/database.ts'
import type { Events } from '#events/events.ts'
import { createFlights } from '#kit/flights.ts'
import type { Log } from '#kit/log.ts'
import { readyPicture } from '#kit/raster-image.ts'
import type { Ready } from '#kit/ready.ts'
import { Refusal } from '#kit/refusal.ts'
import type { CatalogImages } from '#ports/catalog-images.ts'
import type { Settings } from '#settings/settings.ts'
import { imageCache } from './image-cache-settings.ts'
import type { ImageFolder } from './image-folder.ts'

const MEGABYTE = 1024 * 1024

export interface ImageCacheParts {
  database: Database
  settings: Settings
  events: Events
  log: Log
  folder: ImageFolder
  images: CatalogImages
  /** The provider's own address, which browsers use while the cache is off. */
  provider_url: string
}

type Saved = { enabled: boolean; max_megabytes: number }

export function createImageCache(parts: ImageCacheParts) {
  const { database, settings, events, log, folder, images } = parts
  const flights = createFlights<Ready>()
  let known: { commits: number; saved: Saved } | undefined

  /** Every picture needs this, so on SQLite it is cached until something is committed (docs/adr/0003). */
  async function read(db: Db): Promise<Saved> {
    // Read before the setting: a commit in the meantime makes the next call read again.
    const commits = database.commits()
    if (known && known.commits === commits) return known.saved
    const saved = await settings.read(db, imageCache)
    known = commits === null ? undefined : { commits, saved }
    return saved
  }

  /** When the cache is turned off, its files are deleted and the disk space is freed. */
  async function fit(): Promise<void> {
    const { enabled, max_megabytes } = await read(database.read)
    await folder.shrink(enabled ? max_megabytes * MEGABYTE : 0)
  }

  /** If the disk is full or broken, the copy is lost but the picture is still served. */
  async function ignoreDiskErrors<T>(work: Promise<T>): Promise<T | null> {
    try {
      return await work
    } catch (err) {
      log.warn({ err }, 'the picture cache folder could not be used')
      return null
    }
  }

  async function fill(size: ImageSize, file: string, signal: AbortSignal): Promise<Ready> {
    const name = `${size}/${file}`
    const held = await ignoreDiskErrors(folder.read(name))
    const picture = readyPicture(held ?? (await images.read(size, file, signal)))
    if (!held) await ignoreDiskErrors(folder.write(name, picture.bytes).then(fit))
    return picture
  }

  async function present(): Promise<ImageCacheView> {
    const saved = await settings.read(database.read, imageCache)
    const used = (await ignoreDiskErrors(folder.usedBytes())) ?? 0
    return { ...saved, used_megabytes: Math.round((used / MEGABYTE) * 10) / 10 }
  }

  return {
    present,

    async save(change: { enabled?: boolean | undefined; max_megabytes?: number | undefined }) {
      await settings.lock(async tx => {
        const { enabled, max_megabytes } = await settings.read(tx, imageCache)
        const next = {
          enabled: change.enabled ?? enabled,
          max_megabytes: change.max_megabytes ?? max_megabytes,
        }
        await settings.update(tx, imageCache, next)
        if (next.enabled === enabled) return
        await events.publish(tx, { type: 'config_changed', data: {} }, { to: 'everyone' })
      })
      await ignoreDiskErrors(fit())
      return present()
    },

    /** Here a disk failure is reported, because the admin's request to free space failed. */
    async clear(): Promise<ImageCacheView> {
      await folder.shrink(0)
      return present()
    },

    /** Size and name were checked by the contract; the server fixes the host. */
    async image(size: ImageSize, file: string): Promise<Ready> {
      if (!(await read(database.read)).enabled) throw new Refusal('not_found')
      return flights.join({
        key: `${size}/${file}`,
        tags: [],
        signal: undefined,
        fill: signal => fill(size, file, signal),
        store: () => {},
      })
    },

    /** 1/4.2 `image_base_url`: relative to this server while pictures are cached here. */
    async baseUrl(db: Db): Promise<string> {
      return (await read(db)).enabled ? '/api/images' : parts.provider_url
    },
  }
}

export type ImageCache = ReturnType<typeof createImageCache>
