import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Correction,
  loadVendorDocument,
  type VendorDocument,
  type VendorDocumentOptions,
} from './kit/vendor-document.ts'

/** The vendors' documents stay outside the repository: they are reference, under their own licences. */
const FOLDER = join(import.meta.dirname, '..', '..', '..', 'shared', 'upstreams', 'openapi')

const SERVARR_CORRECTIONS: readonly Correction[] = [
  ...['v1', 'v3'].map(
    (version): Correction => ({
      operation: `POST /api/${version}/command`,
      part: 'request',
      reason: 'servarr-common.md, 4: the other members are the own parameters of each command',
    }),
  ),
  {
    operation: '*',
    part: 'answer',
    at: /\/body$/,
    reason: 'servarr-common.md, 4: the body of a command echoes those parameters',
  },
]

const DOCUMENTS = {
  tmdb: {
    file: 'tmdb.json',
    options: {
      inferred_from_examples: true,
      credentials: ['api_key'],
      corrections: [
        {
          operation: '*',
          part: 'query',
          at: /^language$/,
          reason: 'tmdb.md, route map: language is always sent',
        },
        {
          operation: 'GET /3/trending/all/{time_window}',
          part: 'query',
          at: /^page$/,
          reason: 'tmdb.md: page works though it is not listed',
        },
        { operation: 'GET /3/trending/movie/{time_window}', part: 'query', at: /^page$/, reason: 'as above' },
        { operation: 'GET /3/trending/tv/{time_window}', part: 'query', at: /^page$/, reason: 'as above' },
        {
          operation: 'GET /3/trending/person/{time_window}',
          part: 'query',
          at: /^page$/,
          reason: 'as above',
        },
      ],
    },
  },
  radarr: { file: 'radarr.json', options: { credentials: ['apikey'], corrections: SERVARR_CORRECTIONS } },
  sonarr: {
    file: 'sonarr.json',
    options: {
      credentials: ['apikey'],
      corrections: [
        ...SERVARR_CORRECTIONS,
        {
          operation: 'GET /api/v3/health',
          part: 'answer',
          at: /wikiUrl$/,
          reason: 'servarr-common.md, 8: an address as text; the document shows the class behind it',
        },
      ],
    },
  },
  lidarr: {
    file: 'lidarr.json',
    options: {
      credentials: ['apikey'],
      corrections: [
        ...SERVARR_CORRECTIONS,
        {
          operation: '*',
          part: 'answer',
          at: /(next|last)Album$/,
          reason: 'lidarr.md, "Artist": these two are written even when null',
        },
      ],
    },
  },
  chaptarr: { file: 'chaptarr.json', options: { credentials: ['apikey'], corrections: SERVARR_CORRECTIONS } },
  readarr: {
    file: 'readarr.json',
    options: {
      credentials: ['apikey'],
      corrections: [
        ...SERVARR_CORRECTIONS,
        {
          operation: '*',
          part: 'answer',
          at: /(databaseVersion|runtimeVersion|timeleft|duration|wikiUrl)$/,
          reason: 'servarr-common.md, 1 and 5: text; the document shows the classes behind it',
        },
      ],
    },
  },
  listenbrainz: {
    file: 'listenbrainz/lb.yaml',
    options: {
      corrections: [
        {
          operation: 'GET /1/stats/sitewide/release-groups',
          part: 'answer',
          at: /release_group_mbid$/,
          reason: 'listenbrainz.md, "Popular": null for names that were never matched',
        },
        {
          operation: 'GET /1/explore/fresh-releases/',
          part: 'answer',
          at: /release_tags\/\d+$/,
          reason: 'listenbrainz.md, "New releases": words; the document shows records',
        },
      ],
    },
  },
  jellyfin: {
    file: 'jellyfin.json',
    options: {
      credentials: ['ApiKey'],
      corrections: [
        {
          operation: '*',
          part: 'answer',
          at: /(Id|Folders\/\d+)$/,
          reason: 'jellyfin.md, "Ground rules": ids are printed without the dashes of the format',
        },
        { operation: '*', part: 'path', at: /^userId$/, reason: 'as above: routes accept both' },
        { operation: '*', part: 'query', at: /^userId$/, reason: 'as above' },
        {
          operation: 'POST /Users/{userId}/Policy',
          part: 'request',
          at: /Folders\/\d+$/,
          reason: 'as above',
        },
        {
          operation: 'GET /Items',
          part: 'query',
          at: /^(years|fields|includeItemTypes)$/,
          reason: 'jellyfin.md, "Ground rules": lists are separated by commas, not repeated',
        },
        {
          operation: '*',
          part: 'operation',
          at: /^\/Users\/[0-9a-f]{32}\/Password$/,
          reason: 'jellyfin.md, "Calls": the legacy path still answers',
        },
      ],
    },
  },
  emby: {
    file: 'emby.json',
    options: {
      credentials: ['api_key'],
      corrections: [
        {
          operation: 'GET /Users',
          part: 'operation',
          reason: 'emby.md, "Calls": answers in the field, though not in the document',
        },
      ],
    },
  },
  audiobookshelf: {
    file: 'audiobookshelf.json',
    options: {
      corrections: [
        {
          operation: 'GET /api/libraries/{id}/items',
          part: 'query',
          at: /^(limit|page|minified)$/,
          reason: 'audiobookshelf.md, "Libraries and items"; the document has them by reference only',
        },
      ],
    },
  },
} as const satisfies Record<string, { file: string; options: VendorDocumentOptions }>

export type VendorProduct = keyof typeof DOCUMENTS

/** Several megabytes each, of which every check compiles a part. */
const opened = new Map<VendorProduct, VendorDocument>()

/** The vendor's document with what the fact sheets correct, or null where the documents are not at hand. */
export function openVendorDocument(product: VendorProduct): VendorDocument | null {
  const { file, options } = DOCUMENTS[product]
  const path = join(FOLDER, file)
  const document = opened.get(product) ?? (existsSync(path) ? loadVendorDocument(path, options) : null)
  if (document) opened.set(product, document)
  return document
}
