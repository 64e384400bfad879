import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { bundle } from './bundle.ts'
import { compressWeb } from './compress-web.ts'
import { writeStamp } from './stamp.js'
import { VITE } from './vite.ts'

function buildWeb(): void {
  const result = spawnSync(process.execPath, [VITE, 'build', '--logLevel', 'warn'], {
    cwd: 'web',
    stdio: 'inherit',
  })
  if (result.status !== 0) throw new Error('The web client could not be built.')
}

async function buildServer(): Promise<void> {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  rmSync('dist/server', { recursive: true, force: true })
  await bundle('server/src/main.ts', 'dist/server/main.js', version)
}

buildWeb()
await Promise.all([buildServer(), compressWeb('dist/web')])
writeStamp()
