import { readFile } from 'node:fs/promises'
import { dirname, extname, parse } from 'node:path'
import { build, type Plugin } from 'esbuild'

/** Fastify and its like are CommonJS and ask for `require` inside an ES module bundle. */
const REQUIRE_BANNER =
  "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);"

/** Native modules bring their own binaries; they stay outside and are loaded from node_modules. */
export const EXTERNAL = ['@node-rs/argon2', 'pg-native']

/** Parts of packages that nothing here calls, and what takes their place: code stays in memory while the server runs. */
const LIGHTER: readonly { file: RegExp; contents: string }[] = [
  // We write our own sentences (http/validation.ts).
  { file: /zod\/v4\/locales\/index\.js$/, contents: "export { default as en } from './en.js'" },
  // No fetch, WebSocket, cache or mock: calls go through dispatchers (kit/outbound).
  {
    file: /\/node_modules\/undici\/index\.js$/,
    contents: `
      import api from './lib/api/index.js'
      import Dispatcher from './lib/dispatcher/dispatcher.js'
      Object.assign(Dispatcher.prototype, api)
      export { default as errors } from './lib/core/errors.js'
      export { default as Agent } from './lib/dispatcher/agent.js'
      export { default as ProxyAgent } from './lib/dispatcher/proxy-agent.js'
      export { default as Socks5ProxyAgent } from './lib/dispatcher/socks5-proxy-agent.js'`,
  },
  // For routes of single files, which `serve: false` does not make (http/web-client.ts).
  { file: /\/node_modules\/glob\/.*\.js$/, contents: 'export const glob = undefined' },
  // Fastify asks for them only where a route brings a schema of its own (http/app.ts).
  { file: /\/node_modules\/@fastify\/(ajv|fast-json-stringify)-compiler\/index\.js$/, contents: 'export {}' },
]

export const withoutUnusedParts: Plugin = {
  name: 'without-unused-parts',
  setup({ onLoad }) {
    for (const { file, contents } of LIGHTER) onLoad({ filter: file }, () => ({ contents }))
  },
}

/**
 * A file that starts quickly, and beside it the parts that it imports when it needs them. Without a version it calls
 * itself `dev`.
 */
export async function bundle(entry: string, outfile: string, version?: string): Promise<void> {
  const { metafile } = await build({
    entryPoints: [{ in: entry, out: parse(outfile).name }],
    outdir: dirname(outfile),
    outExtension: { '.js': extname(outfile) },
    bundle: true,
    splitting: true,
    metafile: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    // The source stays in memory for as long as the server runs. The map beside it tells what a stack means.
    minify: true,
    sourcemap: 'linked',
    banner: { js: REQUIRE_BANNER },
    ...(version && { define: { __FOYER_VERSION__: JSON.stringify(version) } }),
    external: EXTERNAL,
    plugins: [withoutUnusedParts],
    legalComments: 'external',
    logLevel: 'warning',
  })
  const code = Object.keys(metafile.outputs).filter(file => extname(file) === extname(outfile))
  await Promise.all(code.map(assertPlainLetters))
}

/** One letter beyond ASCII doubles what the whole source takes in memory: in a regular expression, write its escape. */
async function assertPlainLetters(file: string): Promise<void> {
  const [letter] = /[\u0080-\uffff]/.exec(await readFile(file, 'utf8')) ?? []
  if (letter) throw new Error(`${file} holds the letter "${letter}", which must be written as an escape.`)
}
