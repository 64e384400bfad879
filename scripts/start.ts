import { spawnSync } from 'node:child_process'
import { enableCompileCache } from 'node:module'
import { isBuilt } from './stamp.ts'

/** `npm start`: builds when the sources are newer than the build, then becomes the server. */
if (!isBuilt()) {
  process.stdout.write('Building Foyer, once…\n')
  const result = spawnSync(process.execPath, ['scripts/build.ts'], { stdio: 'inherit' })
  if (result.status !== 0) process.exit(result.status ?? 1)
}
enableCompileCache('.cache/compile')
const bundle = '../dist/server/main.js'
await import(bundle)
