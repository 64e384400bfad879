import * as routes from '@foyer/contract/discover-screen/discover-screen'
import { z } from 'zod'
import type { ToolCall } from '../../define-tool.ts'
import { ToolRefusal } from '../../tool-errors.ts'
import { comparable } from './album-rules.ts'

/** A name, or the id of the metadata provider. */
export const NameOrId = z.union([z.int().positive(), z.string().trim().min(1).max(100)])
/** Several of them; models also write "comedy, family". */
export const NamesOrIds = z.union([z.array(NameOrId).min(1).max(10), NameOrId])

type Call = ToolCall['call']
type Kind = 'movie' | 'tv'
interface Named {
  id: number
  name: string
}

const MAX_SUGGESTIONS = 25

function wordsOf(given: z.infer<typeof NamesOrIds>): (string | number)[] {
  if (Array.isArray(given)) return given
  return typeof given === 'number' ? [given] : given.split(',').map(word => word.trim())
}

function isId(word: string | number): boolean {
  return typeof word === 'number' || /^[1-9]\d*$/.test(word)
}

/** The id of a name, out of those that the caller may see; a refusal lists what there is. */
function idOf(what: string, word: string, known: readonly Named[]): number {
  const wanted = comparable(word)
  const found = known.find(({ name }) => comparable(name) === wanted)
  if (found) return found.id
  const names = known.slice(0, MAX_SUGGESTIONS).map(({ name }) => name)
  const hint = names.length > 0 ? `Use one of: ${names.join(', ')}.` : 'Try another word, or leave it out.'
  throw new ToolRefusal('validation', `There is no ${what} "${word}". ${hint}`)
}

export async function genreIds(call: Call, kind: Kind, given: z.infer<typeof NamesOrIds>): Promise<string> {
  const words = wordsOf(given)
  if (words.every(isId)) return words.join(',')
  const { genres } = await call(kind === 'movie' ? routes.getMovieGenres : routes.getTvGenres, {})
  return words.map(word => (isId(word) ? word : idOf('genre', String(word), genres))).join(',')
}

export async function providerId(call: Call, kind: Kind, given: string | number, region: string) {
  if (isId(given)) return String(given)
  const route = kind === 'movie' ? routes.getMovieProviders : routes.getTvProviders
  const { results } = await call(route, { query: { region } })
  const known = results.map(({ provider_id: id, provider_name: name }) => ({ id, name }))
  return String(idOf(`streaming service in ${region}`, String(given), known))
}

export async function keywordIds(call: Call, given: z.infer<typeof NamesOrIds>): Promise<string> {
  return (await searchedIds(call, routes.searchKeywords, 'keyword', given)).join(',')
}

export async function companyIds(call: Call, given: z.infer<typeof NamesOrIds>): Promise<string> {
  return (await searchedIds(call, routes.searchCompanies, 'company', given)).join('|')
}

async function searchedIds(
  call: Call,
  route: typeof routes.searchKeywords | typeof routes.searchCompanies,
  what: string,
  given: z.infer<typeof NamesOrIds>,
): Promise<(string | number)[]> {
  return Promise.all(
    wordsOf(given).map(async word => {
      if (isId(word)) return word
      const { results } = await call(route, { query: { query: String(word) } })
      return idOf(what, String(word), results)
    }),
  )
}
