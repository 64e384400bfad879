import { createInstance } from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import de from '#locales/de/index.ts'
import { en } from '#locales/en/index.ts'
import { type Status, type StatusFacts, statusText } from './status.ts'

const i18n = createInstance()

beforeAll(() =>
  i18n.init({
    lng: 'en',
    resources: { en: { translation: en }, de: { translation: de } },
    interpolation: { escapeValue: false },
  }),
)

const word = (language: string, status: Status, facts: StatusFacts = {}) =>
  statusText(i18n.getFixedT(language), status, facts, share => `${Math.round(share * 100)} %`)

describe('status texts', () => {
  it.each<[Status, StatusFacts, string]>([
    ['available', {}, 'Available'],
    ['partial', {}, 'Partly available'],
    ['partial', { have: 5, total: 8 }, '5 of 8 episodes'],
    ['partial', { have: 0, total: 1 }, '0 of 1 episode'],
    ['downloading', {}, 'Downloading'],
    ['downloading', { share: 0.43 }, 'Downloading 43 %'],
    ['downloading', { share: 0 }, 'Downloading 0 %'],
    ['requested', {}, 'Requested'],
    ['pending', {}, 'Waiting for approval'],
    ['denied', {}, 'Declined'],
    ['denied', { reason: 'We have it on disc.' }, 'Declined: We have it on disc.'],
    ['unavailable', {}, 'Request'],
    ['unknown', {}, "Can't tell right now"],
  ])('%s %j', (status, facts, words) => {
    expect(word('en', status, facts)).toBe(words)
  })

  it('speaks German too', () => {
    expect(word('de', 'partial', { have: 5, total: 8 })).toBe('5 von 8 Folgen')
  })
})
