import {
  DELIVERY_SENTENCES,
  type DeliverySentenceName,
  findDeliverySentence,
  knownDelivery,
} from '@foyer/contract/requests/delivery-sentences'
import { fillSentence } from '@foyer/contract/sentences'
import { createInstance } from 'i18next'
import { describe, expect, it } from 'vitest'
import german from '#locales/de/delivery-sentences.json'
import german_services from '#locales/de/upstream-sentences.json'
import english from '#locales/en/delivery-sentences.json'
import { deliverySentence } from './delivery-sentence.ts'

const i18n = createInstance()
await i18n.init({
  lng: 'de',
  resources: {
    de: { translation: { delivery_sentences: german, upstream_sentences: german_services } },
    en: { translation: {} },
  },
  interpolation: { escapeValue: false },
})
const say = (text: string) => deliverySentence(i18n.t, text)

/** As awkward as an admin may name a library. */
const VALUES: Readonly<Record<string, string>> = {
  product: 'Radarr',
  library: 'Movies (4K). Ana’s & $1 has no root folder',
  seasons: '3, 4',
  season: '3',
  attempts: '50',
  reason: 'Radarr did not answer.',
}
const names = Object.keys(DELIVERY_SENTENCES) as DeliverySentenceName[]

it('the server speaks the English of the pages', () => {
  expect(english).toEqual(DELIVERY_SENTENCES)
})

describe('C58 every sentence that the server can say of a delivery', () => {
  it.each(names)('%s is told in the reader’s language, with its values', name => {
    const text = fillSentence<string>(DELIVERY_SENTENCES[name], VALUES)
    expect(findDeliverySentence(text)?.name).toBe(name)
    expect(knownDelivery(text)).toBe(text)
    const told = { ...VALUES, reason: 'Radarr hat nicht geantwortet.' }
    expect(say(text)).toBe(fillSentence<string>(german[name], told))
    expect(say(text)).not.toBe(text)
  })

  it('is told part by part where it holds another one', () => {
    expect(say('Tried 50 times. Radarr did not answer in time.')).toBe(
      'Nach 50 Versuchen: Radarr hat nicht rechtzeitig geantwortet.',
    )
    const lost = 'Radarr did not confirm the change, so it may or may not have happened.'
    expect(say(`Tried 50 times. ${lost} The library will be checked before the next try.`)).toBe(
      'Nach 50 Versuchen: Radarr hat die Änderung nicht bestätigt; sie kann trotzdem erfolgt sein. Vor dem nächsten Versuch wird in der Bibliothek nachgesehen.',
    )
  })

  it('stays as it is in English, and where another version says it', async () => {
    expect(say('A sentence of a newer server.')).toBe('A sentence of a newer server.')
    await i18n.changeLanguage('en')
    for (const name of names) {
      const text = fillSentence<string>(DELIVERY_SENTENCES[name], VALUES)
      expect(say(text)).toBe(text)
    }
    await i18n.changeLanguage('de')
  })
})
