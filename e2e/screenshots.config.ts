import { defineConfig } from '@playwright/test'
import journeys from './playwright.config.ts'

/** `npm run screenshots -w e2e`: the pictures of the README, from the demo's world. */
export default defineConfig({
  ...journeys,
  testDir: 'screenshots',
  use: { ...journeys.use, colorScheme: 'dark' },
})
