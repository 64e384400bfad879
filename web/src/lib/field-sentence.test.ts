import { FIELD_SENTENCES, type FieldSentenceName, findFieldSentence } from '@foyer/contract/field-sentences'
import { fillSentence } from '@foyer/contract/sentences'
import { createInstance } from 'i18next'
import { expect, it } from 'vitest'
import german from '#locales/de/field-sentences.json'
import english from '#locales/en/field-sentences.json'
import { ApiError } from './api-error.ts'
import { fieldTexts } from './field-sentence.ts'
import { formErrors } from './form-errors.ts'

const i18n = createInstance()
await i18n.init({
  lng: 'de',
  resources: { de: { translation: { field_sentences: german } }, en: { translation: {} } },
  interpolation: { escapeValue: false },
})

const VALUES: Readonly<Record<string, string>> = {
  least: '1',
  most: '50',
  limit: '0.5',
  value: '5',
  count: '12',
  min: '8',
  max: '128',
  values: 'all, some',
  example: 'https://media.example.org',
  start: 'https://discord.com/api/webhooks/',
  name: '{{titel}}',
}
const names = Object.keys(FIELD_SENTENCES) as FieldSentenceName[]

it('the server speaks the English of the pages', () => {
  expect(english).toEqual(FIELD_SENTENCES)
})

it.each(names)('C58 %s is told in the reader’s language, with its values', name => {
  const text = fillSentence<string>(FIELD_SENTENCES[name], VALUES)
  expect(findFieldSentence(text)?.name).toBe(name)
  const told = fieldTexts(i18n.t, { field: text })['field']
  expect(told).toBe(fillSentence<string>(german[name], VALUES))
  expect(told).not.toBe(text)
})

it('C58 a form shows what its fields are refused for in the reader’s language', () => {
  const fields = { name: 'This is required.', days: 'This must be a whole number from 1 to 50.' }
  expect(formErrors(i18n.t, new ApiError(400, { code: 'validation', fields })).fields).toEqual({
    name: 'Das ist erforderlich.',
    days: 'Das muss eine ganze Zahl von 1 bis 50 sein.',
  })
})

it('leaves a sentence of another version as it is', () => {
  expect(fieldTexts(i18n.t, { name: 'Use three words.' })).toEqual({ name: 'Use three words.' })
})
