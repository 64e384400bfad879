import { SYSTEM_ISSUE_TITLES } from '@foyer/contract/issues/system-issues'
import { REMEDIATION_SENTENCES } from '@foyer/contract/remediation/sentences'
import { fillSentence } from '@foyer/contract/sentences'
import { createInstance } from 'i18next'
import { expect, it } from 'vitest'
import german from '#locales/de/remediation-sentences.json'
import english from '#locales/en/remediation-sentences.json'
import { remediationSentence } from './remediation-sentence.ts'

const i18n = createInstance()
await i18n.init({
  lng: 'de',
  resources: { de: { translation: { remediation_sentences: german } } },
  interpolation: { escapeValue: false },
})
const say = (text: string) => remediationSentence(i18n.t, text)

it('2/4.9 the server speaks the English of the pages', () => {
  expect(english).toEqual(REMEDIATION_SENTENCES)
})

it('2/4.9 says what was noticed in the reader’s language, and quotes what others said', () => {
  const noticed = [
    REMEDIATION_SENTENCES.sample_file,
    fillSentence(REMEDIATION_SENTENCES.release, { value: 'Low.Water.$1.2160p' }),
    fillSentence(REMEDIATION_SENTENCES.download_client, { value: 'SAB' }),
    '“Sample”',
  ]
  expect(say(noticed.join('\n'))).toBe(
    'Die Datei ist nur ein Sample.\nRelease: Low.Water.$1.2160p\nDownload-Programm: SAB\n“Sample”',
  )
})

it('2/4.9 says why a fix is blocked', () => {
  expect(say(fillSentence(REMEDIATION_SENTENCES.library_gone, { value: 'Movies' }))).toBe(
    'Movies ist nicht mehr verbunden.',
  )
  expect(say('A sentence of a newer server.')).toBe('A sentence of a newer server.')
})

it('2:4.7.3 says what is wrong with Foyer itself', () => {
  expect(say(SYSTEM_ISSUE_TITLES.agent_provider)).toBe('Der Agent hat keine KI')
  const detail = [
    REMEDIATION_SENTENCES.provider_silent,
    fillSentence(REMEDIATION_SENTENCES.failing_since, { value: '2026-11-15' }),
  ]
  expect(say(detail.join('\n'))).toBe('Der Anbieter hat nicht geantwortet.\nFehlerhaft seit 2026-11-15.')
})
