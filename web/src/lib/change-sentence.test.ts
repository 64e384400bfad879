import { CHANGE_OBJECTIONS, CHANGE_SENTENCES } from '@foyer/contract/tool-access/change-sentences'
import { createInstance } from 'i18next'
import { expect, it } from 'vitest'
import german from '#locales/de/change-sentences.json'
import german_services from '#locales/de/upstream-sentences.json'
import english from '#locales/en/change-sentences.json'
import { changeSentence } from './change-sentence.ts'

const i18n = createInstance()
await i18n.init({
  lng: 'de',
  resources: { de: { translation: { change_sentences: german, upstream_sentences: german_services } } },
  interpolation: { escapeValue: false },
})

it('the server speaks the English of the pages', () => {
  expect(english).toEqual({ ...CHANGE_SENTENCES, ...CHANGE_OBJECTIONS })
})

it.each([
  [CHANGE_SENTENCES.applied, german.applied],
  [CHANGE_SENTENCES.not_applied, german.not_applied],
  [CHANGE_SENTENCES.not_confirmed, german.not_confirmed],
  [
    `Radarr rejected the change: ${CHANGE_OBJECTIONS.objects_scores}; ${CHANGE_OBJECTIONS.objects_name}. Nothing was changed.`,
    `Radarr hat die Änderung abgelehnt: ${german.objects_scores}; ${german.objects_name}. Nichts wurde geändert.`,
  ],
  ['Radarr did not answer.', 'Radarr hat nicht geantwortet.'],
  ['Something of another version.', 'Something of another version.'],
])('C58 %s', (said, told) => {
  expect(changeSentence(i18n.t, said)).toBe(told)
})
