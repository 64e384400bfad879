import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { SERVER_FLAGS } from '../../../scripts/bench/processes.ts'
import { oneMinute } from '../../../scripts/soak/plan.ts'
import { soak } from '../../../scripts/soak/run.ts'
import { PLACES } from '../../../scripts/soak/secret-watch.ts'
import { temporaryFolder } from '#test/engines.ts'
import { mainFile } from '#test/processes.ts'

const SEED = '7'

// docs/soak.md: here only what is lost or doubled decides; figures of time and memory are those of `npm run soak`.
it('nothing is lost and nothing doubled when two hundred people meet lying managers and a server that is killed', {
  timeout: 600_000,
}, async () => {
  const file = await mainFile()
  const env = { NODE_COMPILE_CACHE: dirname(dirname(file)) }
  const { problems, lives, ledger, secrets } = await soak(oneMinute(SEED), {
    args: [...SERVER_FLAGS, file],
    env,
    data: temporaryFolder(),
  })
  expect(problems, `the seed was ${SEED}`).toEqual([])
  // It was a soak: the server died several times, and people were busy.
  expect(lives.length).toBeGreaterThan(3)
  expect(ledger.asked.length).toBeGreaterThan(100)
  // And all that it said was searched.
  for (const place of PLACES) expect([place, secrets.looked(place) > lives.length]).toEqual([place, true])
})
