import type { Faults } from '../kit/faults.ts'
import type { Journal } from '../kit/journal.ts'
import type { Activity } from './activity.ts'
import type { Download, DownloadPlan } from './downloads.ts'
import type { DownloadClient } from './download-client.ts'
import { createHealth, type Health } from './health.ts'
import type { HistoryRow } from './history.ts'
import type { ImportWish } from './manual-import.ts'
import { createNotifications, type NotificationPlan, type Notifications } from './notifications.ts'
import { createProfiles, type Profiles, type ProfileWish } from './profiles.ts'
import { type ProviderSettings, routeProviderSettings } from './provider-settings.ts'
import type { QueueProblem } from './queue-problems.ts'
import { createRootFolders, type RootFolderPlan, type RootFolders } from './root-folders.ts'
import type { Servarr } from './servarr.ts'
import { createTags, type Tags } from './tags.ts'

/** A download that a test starts: of this quality, this far, this fast. */
export interface DownloadWish extends Omit<DownloadPlan, 'release'> {
  quality?: string
}

/** What every library manager offers a test, whatever it keeps. */
export interface LibraryManager {
  readonly name: string
  readonly url: string
  readonly api_key: string
  readonly journal: Journal
  readonly faults: Faults
  /** Every route it answers, as patterns. */
  readonly routes: () => string[]
  readonly tags: Tags
  readonly rootFolders: RootFolders
  readonly profiles: Profiles
  readonly notifications: Notifications
  readonly health: Health
  readonly providerSettings: ProviderSettings
  readonly history: () => readonly HistoryRow[]
  readonly downloads: () => Download[]
  readonly progress: (download: Download) => number
  finishDownload: (downloadId: string) => void
  /** Completes it, but the import waits for a person. */
  stickDownload: (downloadId: string, ...messages: string[]) => void
  /** Stops a download; its row in the queue says why. */
  troubleDownload: (downloadId: string, problem: QueueProblem) => void
  failDownload: (downloadId: string, message?: string) => void
  /** What an import by hand finds in a finished download. */
  planImport: (downloadId: string, wish: ImportWish) => void
  readonly downloadClient: DownloadClient
  /** Releases that are never grabbed again, by their names. */
  readonly blocklist: () => string[]
  /** Whether searches find and grab by themselves. */
  stockIndexers: (stocked: boolean) => void
  /** Whether lookups and adds fail because the metadata server is away. */
  loseMetadata: (lost: boolean) => void
  /** Brings the state up to the present. */
  settle: () => void
  /** Resolves when no webhook is on its way. */
  idle: () => Promise<void>
  close: () => Promise<void>
  assertClean: () => void
}

export interface ManagerPlan {
  root_folders: readonly string[]
  rootFolderPlan?: RootFolderPlan
  /** The profiles it comes with; those for video when nothing is said. */
  quality_profiles?: readonly ProfileWish[]
  isProfileUsed: (profileId: number) => boolean
  notifications: NotificationPlan
}

/** The parts that answer alike in every product once they have its plan. */
export interface ManagerParts {
  servarr: Servarr
  tags: Tags
  rootFolders: RootFolders
  profiles: Profiles
  notifications: Notifications
  health: Health
  providerSettings: ProviderSettings
}

export function createManagerParts(servarr: Servarr, plan: ManagerPlan): ManagerParts {
  const notifications = createNotifications(servarr, plan.notifications)
  return {
    servarr,
    tags: createTags(servarr),
    rootFolders: createRootFolders(servarr, plan.root_folders, plan.rootFolderPlan),
    profiles: createProfiles(servarr, plan.isProfileUsed, plan.quality_profiles),
    notifications,
    health: createHealth(servarr, notifications),
    providerSettings: routeProviderSettings(servarr),
  }
}

/** The shared face of a product whose server listens. */
export function presentManager(parts: ManagerParts, activity: Activity): LibraryManager {
  const { servarr, tags, rootFolders, profiles, notifications, health, providerSettings } = parts
  const { server, switches } = servarr
  const { downloads } = activity
  return {
    name: server.name,
    url: `${server.url}${servarr.url_base}`,
    api_key: servarr.api_key,
    journal: server.journal,
    faults: server.faults,
    routes: server.routes,
    tags,
    rootFolders,
    profiles,
    notifications,
    health,
    providerSettings,
    history: () => activity.history.rows,
    downloads: downloads.all,
    progress: downloads.progress,
    finishDownload: downloads.finish,
    stickDownload: (downloadId, ...messages) => downloads.stick(downloadId, messages),
    troubleDownload: downloads.trouble,
    failDownload(downloadId, message = 'Download failed: missing articles') {
      const download = downloads.remove(downloadId)
      if (!download) throw new Error(`no download ${downloadId}`)
      activity.fail(download, { message, research: true })
    },
    planImport: activity.manualImport.plan,
    downloadClient: servarr.client,
    blocklist: () => activity.history.blocked.map(row => row.release.title),
    stockIndexers(stocked) {
      switches.indexers_stocked = stocked
    },
    loseMetadata(lost) {
      switches.metadata_down = lost
    },
    settle: servarr.timeline.settle,
    idle: notifications.webhooks.idle,
    close: server.close,
    assertClean: server.assertClean,
  }
}

/** Finds a record for a test, which must not ask for one that is not there. */
export function finderOf<T>(
  { server }: Servarr,
  kind: string,
  records: ReadonlyMap<number, T>,
): (id: number) => T {
  return id => {
    const record = records.get(id)
    if (record === undefined) throw new Error(`${server.name} has no ${kind} ${id}`)
    return record
  }
}
