import { aroundEach } from 'vitest'
import { runAndCleanUp } from './engines.ts'
import { takeFoundSecrets } from './secret-watch.ts'

// A setup file runs for every test file. Test files share their modules, so a hook at the top of a module would
// be hung on the first file that imports it, and all the others would leave their servers running.
aroundEach(async runTest => {
  await runAndCleanUp(runTest)
  const secrets = takeFoundSecrets()
  if (secrets.length > 0) throw new Error(`The server said ${secrets.join(', ')}.`)
})
