import { defineConfig } from '@playwright/test'
import { BROWSER_FLAGS, findBrowser } from './support/browser.ts'

const executablePath = await findBrowser()

export default defineConfig({
  testDir: 'journeys',
  outputDir: 'test-results',
  fullyParallel: true,
  // One is always waiting for its server or for the page: three keep two cores busy.
  workers: 3,
  forbidOnly: true,
  // Only for what hangs: a long limit costs no time, and a machine that has other work may take ten times as long.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  use: {
    launchOptions: { executablePath, args: BROWSER_FLAGS },
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    // Nothing is clicked while it moves, so motion would only be waited for.
    contextOptions: { reducedMotion: 'reduce' },
    // Answers that pass a service worker cannot be held back or changed; journeys about it allow it again.
    serviceWorkers: 'block',
  },
})
