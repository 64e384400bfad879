import { createInstance } from 'i18next'
import { expect, it } from 'vitest'
import german from '#locales/de/delivery-sentences.json'
import { ApiError } from '#lib/api-error.ts'
import { matchErrors } from './match-errors.ts'

const i18n = createInstance()
await i18n.init({ lng: 'de', resources: { de: { translation: { delivery_sentences: german } } } })

it('C58 says at each season, in the reader’s language, that the chosen series lacks it', () => {
  const fields = {
    tvdb_id: 'Sonarr did not find a series with this TVDB ID.',
    'season_map.2': 'The series has no season 7.',
    'season_map.3': 'Something of next year.',
  }
  expect(matchErrors(i18n.t, new ApiError(400, { code: 'validation', fields }))).toEqual({
    fields: {
      tvdb_id: 'Sonarr hat keine Serie mit dieser TVDB-ID gefunden.',
      'season_map.2': 'Die Serie hat keine Staffel 7.',
      'season_map.3': 'Something of next year.',
    },
  })
})
