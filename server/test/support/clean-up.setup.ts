import { aroundEach, expect } from 'vitest'
import { runAndCleanUp } from './engines.ts'
import { takeFoundSecrets } from './secret-watch.ts'

// A setup file runs for every test file. Test files share their modules, so a hook at the top of a module would
// be hung on the first file that imports it, and all the others would leave their servers running.
aroundEach(async runTest => {
  await runAndCleanUp(runTest)
  expect(takeFoundSecrets(), 'secrets that were said').toEqual([])
})
