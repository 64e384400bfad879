import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { SERVER_FLAGS } from './bench/processes.ts'
import { beyondBounds, figuresOf } from './soak/figures.ts'
import { oneMinute, tenMinutes } from './soak/plan.ts'
import { readProcessorTime, stolenShare } from './soak/processor-time.ts'
import { describeRun, writePage } from './soak/report.ts'
import { soak } from './soak/run.ts'
import { ensureBuilt } from './stamp.js'

/**
 * `npm run soak`: ten minutes of a household whose managers misbehave and whose server is killed again and again
 * (docs/soak.md). `-- --seed 7` repeats what was chosen at random; `-- --short` is the run of `npm test`, which
 * writes no document.
 */
const { values } = parseArgs({ options: { seed: { type: 'string' }, short: { type: 'boolean' } } })
const seed = values.seed ?? String(randomInt(1_000_000))
const print = (line: string) => process.stdout.write(`${line}\n`)

ensureBuilt()
print(`seed ${seed}`)
const load_before = loadavg()[0] ?? 0
const time_before = readProcessorTime()
const data = mkdtempSync(join(tmpdir(), 'foyer-soak-'))
const plan = values.short ? oneMinute(seed) : tenMinutes(seed)
// What `npm start` comes to, without its look at the sources at each start.
const args = [...SERVER_FLAGS, 'dist/server/main.js']
const result = await soak(plan, { args, env: { NODE_COMPILE_CACHE: '.cache/compile' }, data })
const figures = figuresOf(result)
const lines = describeRun(result, figures, {
  day: new Date().toISOString().slice(0, 10),
  cores: availableParallelism(),
  node: process.versions.node,
  load: [load_before, loadavg()[0] ?? 0],
  stolen: stolenShare(time_before, readProcessorTime()),
})
for (const line of lines) print(line)
const failures = [...result.problems, ...(values.short ? [] : beyondBounds(figures))]
for (const failure of failures) print(failure)
if (!values.short) writePage(lines)
if (failures.length > 0) {
  print(`${failures.length} problems; the seed was ${seed}, and the data is in ${data}.`)
  process.exitCode = 1
} else rmSync(data, { recursive: true, force: true })
