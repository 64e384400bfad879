import { z } from 'zod'
import type { Ready } from '#kit/ready.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { ShowFacts } from '../rules/delivery-default-rules.ts'

/** By id: the names depend on the language of the record. */
const GENRES: Readonly<Record<number, string>> = { 16: 'Animation', 10763: 'News', 10767: 'Talk' }

const ShowRecord = z.object({
  genres: z.array(z.object({ id: z.int() })).nullish(),
  /** "Scripted", "News", "Talk Show". */
  type: z.string().nullish(),
  original_language: z.string().nullish(),
  origin_country: z.array(z.string()).nullish(),
})

/** What the metadata provider's record of a show says about its kind. */
export function showFactsOf({ bytes }: Pick<Ready, 'bytes'>): ShowFacts {
  const { data, error } = ShowRecord.safeParse(JSON.parse(bytes.toString('utf8')))
  if (!data) throw new UpstreamFault({ upstream: 'TMDB', kind: 'bad_answer', cause: error })
  const { genres, type, original_language, origin_country } = data
  return {
    genres: [...(genres ?? []).flatMap(({ id }) => GENRES[id] ?? []), type ?? ''],
    origins: [original_language ?? '', ...(origin_country ?? [])],
  }
}
