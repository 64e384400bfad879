import { readFile } from 'node:fs/promises'
import { dirname, extname, parse } from 'node:path'
import { build, type Plugin } from 'esbuild'

/** Fastify and its like are CommonJS and ask for `require` inside an ES module bundle. */
const REQUIRE_BANNER =
  "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);"

/** Native modules bring their own binaries; they stay outside and are loaded from node_modules. */
export const EXTERNAL = ['@node-rs/argon2', 'pg-native']

/** We write our own sentences (http/validation.ts); the fifty languages of zod would only be weight. */
export const withoutZodLanguages: Plugin = {
  name: 'without-zod-languages',
  setup({ onLoad }) {
    onLoad({ filter: /zod\/v4\/locales\/index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js'",
    }))
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
    plugins: [withoutZodLanguages],
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
