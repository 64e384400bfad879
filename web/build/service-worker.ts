import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** The chunks of the home page, as vite.config.ts names them. */
const FIRST = /\/(rolldown-runtime|vendor|first)-[^/]*\.js$/
const SOURCE = new URL('../src/service-worker.js', import.meta.url)

/** Emits `sw.js` with the list of files of this build, so that the worker can delete stale ones. */
export function serviceWorker(): Plugin {
  return {
    name: 'foyer-service-worker',
    apply: 'build',
    // After the page is written: inlined files no longer exist.
    enforce: 'post',
    generateBundle(_options, bundle) {
      const files = Object.keys(bundle)
        .filter(name => name.startsWith('assets/'))
        .sort()
      const first = files.filter(name => FIRST.test(name))
      const source = readFileSync(SOURCE, 'utf8')
        .replace("'__FIRST__'", JSON.stringify(first))
        .replace("'__FILES__'", JSON.stringify(files))
      this.emitFile({ type: 'asset', fileName: 'sw.js', source })
    },
  }
}
