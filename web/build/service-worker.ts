import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const SOURCE = new URL('../src/service-worker.js', import.meta.url)

/** Emits `sw.js` with the list of files this build consists of, so the worker can drop what is stale. */
export function serviceWorker(): Plugin {
  return {
    name: 'foyer-service-worker',
    apply: 'build',
    generateBundle(_options, bundle) {
      const files = Object.keys(bundle)
        .filter(name => name.startsWith('assets/'))
        .sort()
      const first = Object.values(bundle).flatMap(output =>
        output.type === 'chunk' && output.isEntry ? [output.fileName, ...output.imports] : [],
      )
      const styles = files.filter(name => name.endsWith('.css'))
      const source = readFileSync(SOURCE, 'utf8')
        .replace("'__FIRST__'", JSON.stringify([...new Set([...first, ...styles])]))
        .replace("'__FILES__'", JSON.stringify(files))
      this.emitFile({ type: 'asset', fileName: 'sw.js', source })
    },
  }
}
