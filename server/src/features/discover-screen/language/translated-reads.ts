import type { Log } from '#kit/log.ts'
import { mapConcurrently } from '#kit/map-concurrently.ts'
import type { MaybeAsync } from '#kit/maybe-async.ts'
import { type Ready, readyJson } from '#kit/ready.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { CatalogIn, ScreenKind } from '#ports/screen-catalog.ts'
import { type Question, readyBytes, type ScreenCache, TTL_MS } from '../cache/screen-cache.ts'
import type { Page, Row } from '../feeds/page-rules.ts'
import { lacksText, rowsToLookUp, withEnglish } from './english-rules.ts'

/** What Foyer judges by, stores and compares is read in it, whatever anybody's language (C58). */
export const ENGLISH = 'en'
const LOOKUPS_AT_ONCE = 8

export interface TranslatedReadsParts {
  cache: ScreenCache
  catalogIn: CatalogIn
  log: Log
}

/** An answer, and whether it is complete enough to be kept. */
interface Translated {
  body: Ready
  keep: boolean
}

export function detailQuestion(kind: ScreenKind, id: number): Question {
  return {
    key: `detail ${kind} ${id}`,
    ttl_ms: TTL_MS.detail,
    load: catalog => catalog.detail(kind, id),
  }
}

/**
 * The provider's answers in the language of a reader, with English where nobody has translated a text (C58). The
 * language is part of the key, so an answer is kept as ready bytes for each.
 */
export function createTranslatedReads({ cache, catalogIn, log }: TranslatedReadsParts) {
  const inEnglish = catalogIn(ENGLISH)
  /** Answers that lack a text because English could not be read. */
  const unfinished = new WeakSet<Ready>()

  const readEnglish = ({ key, ttl_ms, load }: Question): MaybeAsync<Ready> =>
    cache.read(key, ttl_ms, () => load(inEnglish))

  async function recordIfAny(kind: ScreenKind, id: number): Promise<Ready | null> {
    try {
      return await readEnglish(detailQuestion(kind, id))
    } catch (error) {
      if (error instanceof Refusal && error.code === 'not_found') return null
      throw error
    }
  }

  /** English texts for rows that are not on the English page. */
  async function lookUp(page: Page, english: Page, surface: ScreenKind | 'mixed'): Promise<Page> {
    const records = await mapConcurrently(
      rowsToLookUp(page, english, surface),
      LOOKUPS_AT_ONCE,
      async ({ row, kind }): Promise<Row[]> => {
        const record = await recordIfAny(kind, row.id)
        return record ? [{ ...(parse(record) as Row), ...(row.media_type && { media_type: kind }) }] : []
      },
    )
    return { ...page, results: withEnglish(page.results, records.flat()) as Row[] }
  }

  /** Not kept by itself; what fills it up is. */
  async function load(language: string, question: Question): Promise<Translated> {
    const own = readyBytes(await question.load(catalogIn(language)))
    if (language === ENGLISH) return { body: own, keep: true }
    let body = parse(own)
    if (!lacksText(body)) return { body: own, keep: true }
    try {
      const english = parse(await readEnglish(question))
      body = withEnglish(body, english)
      // The adapter has checked that both are pages.
      if (question.rows_of) body = await lookUp(body as Page, english as Page, question.rows_of)
      return { body: readyJson(body), keep: true }
    } catch (error) {
      if (!(error instanceof UpstreamFault || error instanceof Refusal)) throw error
      log.warn({ err: error, language }, 'English texts could not be read; some stay empty')
      const some = readyJson(body)
      unfinished.add(some)
      return { body: some, keep: false }
    }
  }

  return {
    load,

    /** What is made from an unfinished answer is not kept either. */
    isFinished: (answer: Ready) => !unfinished.has(answer),

    /** Synchronous when it is kept. */
    read: (language: string, question: Question): MaybeAsync<Ready> =>
      language === ENGLISH
        ? readEnglish(question)
        : cache.make(`${language} ${question.key}`, question.ttl_ms, () => load(language, question)),
  }
}

export type TranslatedReads = ReturnType<typeof createTranslatedReads>

function parse({ bytes }: Ready): unknown {
  return JSON.parse(bytes.toString('utf8'))
}
