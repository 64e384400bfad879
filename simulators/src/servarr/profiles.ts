import { json, Refused, type SimRequest } from '../kit/answer.ts'
import { asList, isRecord, type JsonRecord, numberIn, textIn } from '../kit/json.ts'
import { createCustomFormats, type CustomFormat } from './custom-formats.ts'
import { languagesOf, profileFailures } from './profile-checks.ts'
import { qualitiesOf, type Quality, qualityWeight } from './qualities.ts'
import { failed, found, invalid, readBody, readRecordId } from './servarr-answers.ts'
import type { Servarr } from './servarr.ts'

export interface Profile extends JsonRecord {
  id: number
  name: string
  cutoff: number
}

export interface Profiles {
  all: () => Profile[]
  has: (id: number) => boolean
  /** Whether the profile would still upgrade a file of this quality. */
  isBelowCutoff: (profileId: number | undefined, quality: Quality) => boolean
  formats: () => CustomFormat[]
  addFormat: (name: string, specifications?: unknown[]) => CustomFormat
}

export interface ProfileWish {
  id: number
  name: string
  allows: (quality: Quality) => boolean
  /** The product's own members. */
  own?: JsonRecord
}

function videoProfile(id: number, name: string, resolutions: readonly number[]): ProfileWish {
  return { id, name, allows: quality => resolutions.includes(quality.resolution ?? 0) }
}

const VIDEO_PROFILES = [
  videoProfile(1, 'Any', [480, 720, 1080, 2160]),
  videoProfile(4, 'HD-1080p', [1080]),
  videoProfile(5, 'Ultra-HD', [2160]),
  videoProfile(6, 'HD - 720p/1080p', [720, 1080]),
]

function buildProfile(servarr: Servarr, wish: ProfileWish): Profile {
  const qualities = qualitiesOf(servarr.app)
  const items = qualities.map(quality => ({ quality, items: [], allowed: wish.allows(quality) }))
  const video = servarr.app === 'Radarr' || servarr.app === 'Sonarr'
  return {
    id: wish.id,
    name: wish.name,
    upgradeAllowed: true,
    cutoff: qualities.findLast(wish.allows)?.id ?? 1,
    items,
    minFormatScore: 0,
    cutoffFormatScore: 0,
    ...(video && { minUpgradeFormatScore: 1 }),
    formatItems: [],
    ...wish.own,
    // servarr-common.md, 7: only Radarr's profiles have a language.
    ...(servarr.app === 'Radarr' && { language: { id: -2, name: 'Original' } }),
  }
}

/** The scores of every format, with its present name. */
function formatItems(formats: readonly CustomFormat[], given: unknown): JsonRecord[] {
  const scored = asList(given).filter(isRecord)
  return formats.map(({ id, name }) => {
    const item = scored.find(one => one['format'] === id)
    return { ...item, format: id, name, score: numberIn(item ?? {}, 'score') ?? 0 }
  })
}

/** chaptarr.md, 4: profiles can be filtered by format; other products have no formats. */
function ofMediaType(request: SimRequest, profile: Profile): boolean {
  const asked = request.query.get('mediaType')
  return asked === null || profile['profileType'] === undefined || profile['profileType'] === asked
}

export function createProfiles(
  servarr: Servarr,
  inUse: (profileId: number) => boolean,
  first: readonly ProfileWish[] = VIDEO_PROFILES,
): Profiles {
  const { server, api } = servarr
  let profiles = first.map(wish => buildProfile(servarr, wish))

  const weightOf = (qualityId: number) => qualityWeight(servarr.app, qualityId)
  const find = (request: SimRequest) => {
    const id = readRecordId(request)
    return found(
      request,
      profiles.find(profile => profile.id === id),
    )
  }

  // servarr-common.md, 7: a new format enters every profile with score 0, a deleted one leaves them all.
  const formats = createCustomFormats(servarr, all => {
    profiles = profiles.map(profile => ({
      ...profile,
      formatItems: formatItems(all, profile['formatItems']),
    }))
  })

  server.route(`GET ${api}/qualityprofile`, request =>
    json(profiles.filter(profile => ofMediaType(request, profile))),
  )
  server.route(`GET ${api}/qualityprofile/schema`, () =>
    json(buildProfile(servarr, { id: 0, name: '', allows: () => true })),
  )
  server.route(`GET ${api}/qualityprofile/:id`, request => json(find(request)))
  server.route(`PUT ${api}/qualityprofile/:id`, request => {
    const old = find(request)
    const body = readBody(request)
    const failures = profileFailures(servarr, body, formats.all())
    if (failures.length > 0) throw new Refused(invalid(...failures))
    const saved = {
      ...body,
      id: old.id,
      name: textIn(body, 'name') ?? old.name,
      cutoff: numberIn(body, 'cutoff') ?? old.cutoff,
      formatItems: formatItems(formats.all(), body['formatItems']),
    }
    profiles = profiles.map(profile => (profile.id === old.id ? saved : profile))
    return json(saved, 202)
  })
  server.route(`DELETE ${api}/qualityprofile/:id`, request => {
    const { id } = find(request)
    if (inUse(id)) return failed(500, `QualityProfile [${id}] is in use.`)
    profiles = profiles.filter(profile => profile.id !== id)
    return json({})
  })

  server.route(`GET ${api}/delayprofile`, () =>
    json([
      {
        id: 1,
        enableUsenet: true,
        enableTorrent: true,
        preferredProtocol: 'usenet',
        usenetDelay: 0,
        torrentDelay: 0,
        bypassIfHighestQuality: true,
        bypassIfAboveCustomFormatScore: false,
        minimumCustomFormatScore: 0,
        order: 2147483647,
        tags: [],
      },
    ]),
  )
  server.route(`GET ${api}/language`, () =>
    json(languagesOf(servarr).map(language => ({ ...language, nameLower: language.name.toLowerCase() }))),
  )

  return {
    all: () => profiles,
    has: id => profiles.some(profile => profile.id === id),
    isBelowCutoff(profileId, quality) {
      const profile = profiles.find(one => one.id === profileId)
      return profile !== undefined && weightOf(quality.id) < weightOf(profile.cutoff)
    },
    formats: formats.all,
    addFormat: formats.add,
  }
}
