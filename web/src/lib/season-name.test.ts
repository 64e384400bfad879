import { createInstance } from 'i18next'
import { beforeAll, expect, it } from 'vitest'
import de from '#locales/de/made-names.json'
import fr from '#locales/fr/made-names.json'
import { episodeName, seasonLabel, seasonName } from './season-name.ts'

const i18n = createInstance()
beforeAll(() =>
  i18n.init({
    resources: Object.fromEntries(
      Object.entries({ de, fr }).map(([language, made_names]) => [language, { translation: { made_names } }]),
    ),
  }),
)

it.each([
  ['de', 2, 'Season 2', 'Staffel 2'],
  ['de', 2, '', 'Staffel 2'],
  ['fr', 0, 'Specials', 'Épisodes spéciaux'],
  ['fr', 0, ' ', 'Épisodes spéciaux'],
  ['en', 2, '', 'Season 2'],
  // Named by somebody: in the reader's language already, or in no other.
  ['de', 2, 'Staffel 2', 'Staffel 2'],
  ['de', 2, 'Buch zwei: Erde', 'Buch zwei: Erde'],
  ['de', 3, 'Season 2', 'Season 2'],
])('C58 to a reader of %s season %i called %j is %j', (language, season_number, name, shown) => {
  expect(seasonName(i18n.getFixedT(language), { season_number, name })).toBe(shown)
})

it.each([
  ['fr', 'Episode 5', 'Épisode 5'],
  ['de', '', 'Folge 5'],
  ['de', 'Ebbe und Flut', 'Ebbe und Flut'],
])('C58 to a reader of %s episode 5 called %j is %j', (language, name, shown) => {
  expect(episodeName(i18n.getFixedT(language), { episode_number: 5, name })).toBe(shown)
})

it('a season that only its number tells is called by it', () => {
  expect([0, 3].map(number => seasonLabel(i18n.getFixedT('de'), number))).toEqual(['Specials', 'Staffel 3'])
})
