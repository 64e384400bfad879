import { json } from '../kit/answer.ts'
import type { JsonRecord } from '../kit/json.ts'
import type { Servarr } from './servarr.ts'

/** Secrets as they lie in the settings of indexers and download clients; none of them may be seen elsewhere. */
export const SETTINGS_SECRETS = [
  'a1b2c3d4e5f60718293a4b5c6d7e8f90',
  'passkey-51c0ffee51c0ffee',
  'client-password-7f3e',
  'client-user-9d2b',
] as const

const [INDEXER_KEY, PASSKEY, CLIENT_PASSWORD, CLIENT_USER] = SETTINGS_SECRETS

/** What the book managers and Lidarr call the category of their downloads. */
const CATEGORY = {
  Radarr: 'movieCategory',
  Sonarr: 'tvCategory',
  Lidarr: 'musicCategory',
  Readarr: 'musicCategory',
  Chaptarr: 'bookCategory',
} as const

export interface ProviderSettings {
  /** Somebody changes where the manager finds what a download client has finished. */
  mapRemotePath: (localPath: string) => void
}

/** Indexers, release profiles, download clients and path mappings; delay profiles are with the other profiles. */
export function routeProviderSettings({ server, api, app }: Servarr): ProviderSettings {
  let mapped = '/downloads/'
  // The retired book manager does not say how private a field is.
  const field = (order: number, name: string, value: unknown, privacy = 'normal'): JsonRecord => ({
    order,
    name,
    label: name,
    value,
    type: privacy === 'normal' ? 'textbox' : 'password',
    advanced: false,
    isFloat: false,
    ...(app !== 'Readarr' && { privacy }),
  })
  const provider = (id: number, name: string, kind: string, fields: JsonRecord[]): JsonRecord => ({
    id,
    name,
    implementation: kind,
    implementationName: kind,
    configContract: `${kind}Settings`,
    infoLink: `https://wiki.servarr.com/${app.toLowerCase()}/supported#${kind.toLowerCase()}`,
    tags: [],
    fields,
    priority: 25,
  })
  const searches = {
    enableRss: true,
    enableAutomaticSearch: true,
    enableInteractiveSearch: true,
    supportsRss: true,
    supportsSearch: true,
    downloadClientId: 0,
  }

  server.route(`GET ${api}/indexer`, () =>
    json([
      {
        ...provider(1, 'NZBarn', 'Newznab', [
          field(0, 'baseUrl', `https://indexer.invalid/api?apikey=${INDEXER_KEY}`),
          field(1, 'apiPath', '/api'),
          field(2, 'apiKey', INDEXER_KEY, 'apiKey'),
          field(3, 'categories', [2000, 5000]),
        ]),
        ...searches,
        protocol: 'usenet',
      },
      {
        ...provider(2, 'TrackerX', 'TorrentRssIndexer', [
          field(0, 'feedUrl', `https://tracker.invalid/rss?passkey=${PASSKEY}`),
          field(1, 'cookie', `session=${PASSKEY}`),
          field(2, 'minimumSeeders', 1),
          field(3, 'seedCriteria.seedRatio', 1.5),
        ]),
        ...searches,
        protocol: 'torrent',
      },
    ]),
  )
  server.route(`GET ${api}/downloadclient`, () =>
    json([
      {
        ...provider(1, 'SAB', 'Sabnzbd', [
          field(0, 'host', 'sab.invalid'),
          field(1, 'port', 8080),
          field(2, 'apiKey', INDEXER_KEY, 'apiKey'),
          field(3, 'username', CLIENT_USER, 'userName'),
          field(4, 'password', CLIENT_PASSWORD, 'password'),
          field(5, CATEGORY[app], 'library'),
        ]),
        enable: true,
        protocol: 'usenet',
        removeCompletedDownloads: true,
        removeFailedDownloads: true,
      },
    ]),
  )
  server.route(`GET ${api}/releaseprofile`, () =>
    json([
      {
        id: 1,
        ...((app === 'Radarr' || app === 'Sonarr') && { name: 'No cams' }),
        enabled: true,
        required: [],
        ignored: ['CAM', 'TELESYNC'],
        indexerId: 0,
        tags: [],
      },
    ]),
  )
  server.route(`GET ${api}/remotepathmapping`, () =>
    json([{ id: 1, host: 'sab.invalid', remotePath: '/complete/', localPath: mapped }]),
  )
  return {
    mapRemotePath(localPath) {
      mapped = localPath
    },
  }
}
