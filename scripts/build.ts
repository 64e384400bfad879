import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { build } from 'esbuild'
import { compressWeb } from './compress-web.ts'
import { writeStamp } from './stamp.ts'

/** Fastify and its like are CommonJS and ask for `require` inside an ES module bundle. */
const REQUIRE_BANNER =
  "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);"

/** Native modules bring their own binaries; they stay outside and are loaded from node_modules. */
const EXTERNAL = ['@node-rs/argon2', 'pg-native']

async function buildServer(version: string): Promise<void> {
  rmSync('dist/server', { recursive: true, force: true })
  await build({
    entryPoints: ['server/src/main.ts'],
    outfile: 'dist/server/main.js',
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    minifySyntax: true,
    sourcemap: 'linked',
    banner: { js: REQUIRE_BANNER },
    define: { __FOYER_VERSION__: JSON.stringify(version) },
    external: EXTERNAL,
    logLevel: 'warning',
  })
}

function buildWeb(): void {
  const result = spawnSync('vite', ['build', '--logLevel', 'warn'], {
    cwd: 'web',
    stdio: 'inherit',
    shell: true,
  })
  if (result.status !== 0) throw new Error('The web client could not be built.')
}

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
buildWeb()
await Promise.all([buildServer(version), compressWeb('dist/web')])
writeStamp()
