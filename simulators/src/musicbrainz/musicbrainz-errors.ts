import { type Answer, json, Refused, type SimRequest } from '../kit/answer.ts'

const HELP = 'For usage, please see: https://musicbrainz.org/development/mmd'
const INCLUDES: Record<string, readonly string[]> = {
  'release-group': ['artists', 'releases', 'artist-credits', 'tags', 'genres', 'ratings', 'url-rels'],
  artist: ['releases', 'release-groups', 'aliases', 'tags', 'genres', 'ratings', 'url-rels'],
  release: ['release-groups', 'artist-credits', 'labels', 'recordings', 'genres', 'tags'],
}

export function error(status: number, message: string): Answer {
  return json({ error: message, help: HELP }, status)
}

/** The `inc` of a request; several parameters or an unknown word are a mistake. */
export function includes({ query }: SimRequest, entity: keyof typeof INCLUDES): ReadonlySet<string> {
  const given = query.getAll('inc')
  const words = (given[0] ?? '').split(/[ +]/).filter(Boolean)
  const unknown = words.find(word => !INCLUDES[entity]?.includes(word))
  if (given.length > 1 || unknown !== undefined) {
    throw new Refused(error(400, `${unknown ?? 'inc'} is not a valid inc parameter.`))
  }
  return new Set(words)
}
