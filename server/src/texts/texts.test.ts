import { readdirSync } from 'node:fs'
import { LANGUAGES } from '@foyer/contract/languages'
import { describe, expect, it } from 'vitest'
import * as en from './en/index.ts'
import { textsForBrowser, textsIn, WRITTEN_LANGUAGES } from './texts.ts'

const folders = readdirSync(new URL('.', import.meta.url), { withFileTypes: true })
  .filter(entry => entry.isDirectory())
  .map(entry => entry.name)
/** Languages that have every sentence; the others may have gaps, which English fills. */
const COMPLETE = ['en', 'de', 'fr', 'es', 'nl', 'it', 'pt-BR']
const FORM = /_(zero|one|two|few|many|other)$/
const ENGLISH: Readonly<Record<string, string>> = { ...en.alerts, ...en.messages, ...en.pages }

async function textsOfFolder(language: string): Promise<Record<string, string>> {
  const { alerts, messages, pages } = (await import(`./${language}/index.ts`)) as typeof en
  return { ...alerts, ...messages, ...pages }
}

/** Sentences by what callers say, whichever forms for numbers a language has. */
const said = (texts: object) => new Set(Object.keys(texts).map(key => key.replace(FORM, '')))

async function completeness(language: string): Promise<string> {
  const own = said(await textsOfFolder(language))
  const all = [...said(ENGLISH)]
  const share = all.filter(key => own.has(key)).length / all.length
  return `${String(Math.floor(100 * share))} % of ${String(all.length)} sentences`
}

const FOLDERS = await Promise.all(
  folders.map(async language => [language, await completeness(language)] as const),
)

const placeholders = (text: string) =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).toSorted()

describe('the languages of sentences (C58)', () => {
  it('are the folders beside this file, each with a line in texts.ts, and can be chosen', () => {
    expect([...WRITTEN_LANGUAGES].sort()).toEqual(folders.sort())
    expect(folders.filter(language => !LANGUAGES.includes(language))).toEqual([])
  })

  it.each(FOLDERS)('%s, %s: has every placeholder, and nothing that English lacks', async language => {
    const texts = await textsOfFolder(language)
    const known = said(ENGLISH)
    expect([...said(texts)].filter(key => !known.has(key))).toEqual([])
    for (const [key, text] of Object.entries(texts)) {
      const twin = ENGLISH[key] ?? ENGLISH[key.replace(FORM, '_other')] ?? ''
      // The form for one may say the number in words.
      const wanted = placeholders(twin).filter(name => name !== 'count')
      expect([key, placeholders(text).filter(name => name !== 'count')]).toEqual([key, wanted])
    }
  })

  it.each(COMPLETE)('%s has every sentence', async language => {
    const own = said(await textsOfFolder(language))
    expect([...said(ENGLISH)].filter(key => !own.has(key))).toEqual([])
  })

  it('have each key in one file', () => {
    const files = [en.alerts, en.messages, en.pages]
    expect(Object.keys(ENGLISH)).toHaveLength(files.flatMap(texts => Object.keys(texts)).length)
  })
})

describe('a reader', () => {
  it.each([
    ['de', 'de', 'Jemand'],
    ['de-CH', 'de', 'Jemand'],
    ['en-GB', 'en', 'Somebody'],
    ['ja', 'en', 'Somebody'],
    ['', 'en', 'Somebody'],
  ])('of %j is written to in %s', (tag, language, somebody) => {
    const texts = textsIn(tag)
    expect([texts.language, texts.say('somebody')]).toEqual([language, somebody])
  })

  it.each([
    ['pt-BR,pt;q=0.9,en;q=0.8', 'pt-BR'],
    ['fr-CA', 'fr'],
    ['ja, it;q=0.5, en;q=0.3', 'it'],
    ['ja', 'en'],
    ['', 'en'],
    [undefined, 'en'],
  ])('whose browser names %j is written to in %s', (accept_language, language) => {
    expect(textsForBrowser(accept_language).language).toBe(language)
  })

  it.each([
    ['en', 1, 'Dune: a new episode.'],
    ['en', 12, 'Dune: 12 new episodes.'],
    ['de', 1, 'Dune: eine neue Folge.'],
    ['de', 12, 'Dune: 12 neue Folgen.'],
  ])('reads the form for a number: %s %i', (tag, count, sentence) => {
    expect(textsIn(tag).sayCount('new_episode.body', count, { title: 'Dune' })).toBe(sentence)
  })

  it('reads a title with braces as it is', () => {
    expect(textsIn('en').say('new_movie.body', { title: '{count} $& {user}' })).toBe(
      '{count} $& {user} is ready to watch.',
    )
  })
})
