import { createInstance } from 'i18next'
import { expect, it } from 'vitest'
import made_names from '#locales/de/made-names.json'
import { deviceName } from './device.ts'
import { deviceText } from './device-text.ts'

const i18n = createInstance()
await i18n.init({ lng: 'de', resources: { de: { translation: { made_names } } } })

it.each([
  [deviceName('Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'), 'Firefox auf Linux'],
  [deviceName('curl/8'), 'Webbrowser'],
  // From the server, for a client that sends no name.
  ['Chrome on Chromebook', 'Chrome auf Chromebook'],
  ['Unknown device', 'Unbekanntes Gerät'],
  // Somebody's own.
  ['Tablet on the shelf', 'Tablet on the shelf'],
  ['Chrome on Windows on the shelf', 'Chrome on Windows on the shelf'],
  ['Ana’s iPhone', 'Ana’s iPhone'],
])('C58 %j is read as %j in German', (stored, shown) => {
  expect(deviceText(i18n.t, stored)).toBe(shown)
})
