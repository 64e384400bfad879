import { describe, expect, it } from 'vitest'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { ScreenCatalog } from '#ports/screen-catalog.ts'
import { createTestClock } from '#test/test-clock.ts'
import { createTestLog } from '#test/test-log.ts'
import { createScreenCache, type Question, TTL_MS } from '../cache/screen-cache.ts'
import { createTranslatedReads } from './translated-reads.ts'

/** By language: the page of popular movies, and the records that are read one by one. */
interface Told {
  page: object | 'fails'
  records?: Readonly<Record<number, object | 'fails'>>
}

const POPULAR: Question = {
  key: 'feed movie popular 1',
  ttl_ms: TTL_MS.list,
  load: catalog => catalog.feed('movie', 'popular', 1),
  rows_of: 'movie',
}

function setUp(told: Record<string, Told>) {
  const asked: string[] = []
  const fault = () => new UpstreamFault({ upstream: 'TMDB', kind: 'timeout' })
  const catalogIn = (language: string): ScreenCatalog => {
    const partial: Partial<ScreenCatalog> = {
      async feed() {
        asked.push(language)
        const { page = 'fails' } = told[language] ?? {}
        if (page === 'fails') throw fault()
        return Buffer.from(JSON.stringify(page))
      },
      async detail(_kind, id) {
        asked.push(`${language} ${id}`)
        const record = told[language]?.records?.[id]
        if (record === 'fails') throw fault()
        return record ? Buffer.from(JSON.stringify(record)) : null
      },
    }
    // Nothing else is asked for here.
    return partial as ScreenCatalog
  }
  const cache = createScreenCache(createTestClock())
  const reads = createTranslatedReads({ cache, catalogIn, log: createTestLog() })
  const read = async (language: string) => {
    const ready = await reads.read(language, POPULAR)
    return JSON.parse(ready.bytes.toString('utf8')) as unknown
  }
  return { reads, read, asked, told }
}

const page = (...results: object[]) => ({ page: 1, results, total_pages: 1, total_results: results.length })

describe('an answer in the language of its reader (C58)', () => {
  it('is the provider’s own bytes, kept for each language', async () => {
    const { reads, asked } = setUp({
      en: { page: page({ id: 1, title: 'Yes', overview: 'Long' }) },
      de: { page: page({ id: 1, title: 'Ja', overview: 'Lang' }) },
    })
    const german = await reads.read('de', POPULAR)
    const english = await reads.read('en', POPULAR)
    expect(german.bytes.toString()).toContain('"title":"Ja"')
    expect(english.bytes.toString()).toContain('"title":"Yes"')
    // The very objects, in the same turn.
    expect(reads.read('de', POPULAR)).toBe(german)
    expect(reads.read('en', POPULAR)).toBe(english)
    expect(asked).toEqual(['de', 'en'])
  })

  it('takes an empty title or overview from English, which is read once for all languages', async () => {
    const { read, asked } = setUp({
      en: { page: page({ id: 1, title: 'Yes', overview: 'Long' }) },
      de: { page: page({ id: 1, title: 'Ja', overview: '' }) },
      fr: { page: page({ id: 1, title: '', overview: '' }) },
    })
    expect(await read('de')).toMatchObject({ results: [{ title: 'Ja', overview: 'Long' }] })
    expect(await read('fr')).toMatchObject({ results: [{ title: 'Yes', overview: 'Long' }] })
    expect(asked).toEqual(['de', 'en', 'fr'])
  })

  it('looks up the record of a row that is on another page in English', async () => {
    const { read, asked } = setUp({
      en: {
        page: page({ id: 1, title: 'Yes', overview: '' }),
        records: { 2: { id: 2, title: 'No', overview: 'Short', runtime: 90 } },
      },
      de: {
        page: page(
          { id: 1, title: 'Ja', overview: '' },
          { id: 2, title: 'Nein', overview: '' },
          { id: 3, title: '', overview: '' },
        ),
      },
    })
    expect(await read('de')).toMatchObject({
      results: [
        { id: 1, title: 'Ja', overview: '' },
        { id: 2, title: 'Nein', overview: 'Short' },
        { id: 3, title: '', overview: '' },
      ],
    })
    expect(asked).toEqual(['de', 'en', 'en 2', 'en 3'])
  })

  it('goes out with what there is while English cannot be read, and is not kept', async () => {
    const { reads, read, told } = setUp({
      en: { page: 'fails' },
      de: { page: page({ id: 1, title: 'Ja', overview: '' }) },
    })
    expect(await read('de')).toMatchObject({ results: [{ title: 'Ja', overview: '' }] })
    expect(reads.isFinished(await reads.read('de', POPULAR))).toBe(false)
    told['en'] = { page: page({ id: 1, title: 'Yes', overview: 'Long' }) }
    expect(await read('de')).toMatchObject({ results: [{ title: 'Ja', overview: 'Long' }] })
    expect(reads.isFinished(await reads.read('de', POPULAR))).toBe(true)
  })

  it('has what the English page knows, also while a record cannot be read', async () => {
    const { read, reads } = setUp({
      en: { page: page({ id: 1, title: 'Yes', overview: 'Long' }), records: { 2: 'fails' } },
      de: { page: page({ id: 1, title: '', overview: '' }, { id: 2, title: 'Nein', overview: '' }) },
    })
    expect(await read('de')).toMatchObject({
      results: [
        { id: 1, title: 'Yes', overview: 'Long' },
        { id: 2, title: 'Nein', overview: '' },
      ],
    })
    expect(reads.isFinished(await reads.read('de', POPULAR))).toBe(false)
  })
})
