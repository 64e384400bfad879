import { UPSTREAM_SENTENCES } from '@foyer/contract/upstream-sentences'
import { createInstance } from 'i18next'
import { expect, it } from 'vitest'
import german from '#locales/de/upstream-sentences.json'
import english from '#locales/en/upstream-sentences.json'
import { upstreamSentence } from './upstream-sentence.ts'

const i18n = createInstance()
await i18n.init({
  lng: 'de',
  resources: { de: { translation: { upstream_sentences: german } }, en: { translation: {} } },
  interpolation: { escapeValue: false },
})

it('the server speaks the English of the pages', () => {
  expect(english).toEqual(UPSTREAM_SENTENCES)
})

it('C58 says in the reader’s language which service failed and how', () => {
  const say = (text: string) => upstreamSentence(i18n.t, text)
  expect(say('Radarr did not answer.')).toBe('Radarr hat nicht geantwortet.')
  expect(say('Radarr did not answer in time.')).toBe('Radarr hat nicht rechtzeitig geantwortet.')
  expect(say('The certificate of Plex <&> could not be verified.')).toBe(
    'Das Zertifikat von Plex <&> ließ sich nicht prüfen.',
  )
  expect(say('A sentence of a newer server.')).toBe('A sentence of a newer server.')
})

it('says it as the server does where English is read, whose texts are not loaded', async () => {
  await i18n.changeLanguage('en')
  expect(upstreamSentence(i18n.t, 'Radarr refused the stored credentials.')).toBe(
    'Radarr refused the stored credentials.',
  )
})
