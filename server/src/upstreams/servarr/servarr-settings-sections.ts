import { z } from 'zod'
import type { SettingsSection } from '#ports/manager-reads.ts'

const Text = z.string().nullish()
const Flag = z.boolean().nullish()
const Count = z.number().nullish()
const Tags = z.array(z.int()).nullish()
/** Radarr and Sonarr write one text, or a list; Lidarr and the book managers a list. */
const Terms = z
  .union([z.string(), z.array(z.string())])
  .nullish()
  .transform(terms =>
    typeof terms === 'string' ? terms.split(',').filter(term => term !== '') : (terms ?? []),
  )

const Field = z.object({ name: Text, value: z.unknown() })
const Provider = z.object({
  id: z.int(),
  name: Text,
  implementation: Text,
  protocol: Text,
  priority: Count,
  tags: Tags,
  fields: z.array(Field).nullish(),
})

/**
 * Settings of indexers and download clients that are not secret. All others are left out: addresses of indexers contain
 * keys, and free text may contain anything.
 */
const SHOWN_FIELDS = new Map([
  ['categories', 'categories'],
  ['animeCategories', 'anime_categories'],
  ['minimumSeeders', 'minimum_seeders'],
  ['seedCriteria.seedRatio', 'seed_ratio'],
  ['seedCriteria.seedTime', 'seed_minutes'],
  ['host', 'host'],
  ['port', 'port'],
  ['useSsl', 'use_ssl'],
  ['movieCategory', 'category'],
  ['tvCategory', 'category'],
  ['musicCategory', 'category'],
  ['bookCategory', 'category'],
  ['movieImportedCategory', 'imported_category'],
  ['tvImportedCategory', 'imported_category'],
  ['musicImportedCategory', 'imported_category'],
  ['bookImportedCategory', 'imported_category'],
])

function settingsOf(fields: readonly z.output<typeof Field>[] | null | undefined): Record<string, unknown> {
  const shown: Record<string, unknown> = {}
  for (const { name, value } of fields ?? []) {
    const as = SHOWN_FIELDS.get(name ?? '')
    const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    const isNumbers = Array.isArray(value) && value.every(one => typeof one === 'number')
    if (as !== undefined && (isPlain || isNumbers) && value !== '') shown[as] = value
  }
  return shown
}

function providerOf({
  fields,
  name,
  implementation,
  protocol,
  priority,
  tags,
  id,
}: z.output<typeof Provider>) {
  return { id, name, implementation, protocol, priority, tags: tags ?? [], settings: settingsOf(fields) }
}

type Row = z.ZodType<Record<string, unknown>>

const Indexer: Row = z
  .object({ ...Provider.shape, enableRss: Flag, enableAutomaticSearch: Flag, enableInteractiveSearch: Flag })
  .transform(row => ({
    ...providerOf(row),
    enable_rss: row.enableRss,
    enable_automatic_search: row.enableAutomaticSearch,
    enable_interactive_search: row.enableInteractiveSearch,
  }))

const DownloadClient: Row = z
  .object({ ...Provider.shape, enable: Flag, removeCompletedDownloads: Flag, removeFailedDownloads: Flag })
  .transform(row => ({
    ...providerOf(row),
    enabled: row.enable,
    removes_completed: row.removeCompletedDownloads,
    removes_failed: row.removeFailedDownloads,
  }))

const DelayProfile: Row = z
  .object({
    id: z.int(),
    enableUsenet: Flag,
    enableTorrent: Flag,
    preferredProtocol: Text,
    usenetDelay: Count,
    torrentDelay: Count,
    bypassIfHighestQuality: Flag,
    bypassIfAboveCustomFormatScore: Flag,
    minimumCustomFormatScore: Count,
    tags: Tags,
  })
  .transform(row => ({
    id: row.id,
    enable_usenet: row.enableUsenet,
    enable_torrent: row.enableTorrent,
    preferred_protocol: row.preferredProtocol,
    usenet_delay_minutes: row.usenetDelay,
    torrent_delay_minutes: row.torrentDelay,
    bypass_if_highest_quality: row.bypassIfHighestQuality,
    bypass_if_above_format_score: row.bypassIfAboveCustomFormatScore,
    minimum_format_score: row.minimumCustomFormatScore,
    tags: row.tags ?? [],
  }))

const ReleaseProfile: Row = z
  .object({
    id: z.int(),
    name: Text,
    enabled: Flag,
    required: Terms,
    ignored: Terms,
    indexerId: Count,
    tags: Tags,
  })
  .transform(row => ({
    id: row.id,
    name: row.name,
    enabled: row.enabled,
    required: row.required,
    ignored: row.ignored,
    indexer_id: row.indexerId,
    tags: row.tags ?? [],
  }))

const RemotePathMapping: Row = z
  .object({ id: z.int(), host: Text, remotePath: Text, localPath: Text })
  .transform(row => ({ id: row.id, host: row.host, remote_path: row.remotePath, local_path: row.localPath }))

/** Where a section is, and which of its fields are read. */
export const SECTIONS: Readonly<Record<SettingsSection, { path: string; row: Row }>> = {
  indexers: { path: 'indexer', row: Indexer },
  delay_profiles: { path: 'delayprofile', row: DelayProfile },
  release_profiles: { path: 'releaseprofile', row: ReleaseProfile },
  download_clients: { path: 'downloadclient', row: DownloadClient },
  remote_path_mappings: { path: 'remotepathmapping', row: RemotePathMapping },
}
