import type { Plugin } from 'vite'

/** The helper that Vite puts around every `import()`: it preloads the files that the imported one needs. */
const HELPER = /vite\/preload-helper\.js$/
const HAS_FILES = 'deps && deps.length > 0'

/**
 * Preloading saves a first visit a round trip. Later ones have the files in the cache of the service worker, and would
 * only compile all of them in the one task that adds the links, instead of one after the other.
 */
export function coldPreload(): Plugin {
  return {
    name: 'foyer-cold-preload',
    apply: 'build',
    transform: {
      filter: { id: HELPER },
      handler(code) {
        if (!code.includes(HAS_FILES)) throw new Error(`${HELPER} has changed`)
        return code.replace(HAS_FILES, `!navigator.serviceWorker?.controller && ${HAS_FILES}`)
      },
    },
    generateBundle(_options, bundle) {
      const is_there = Object.values(bundle).some(
        part => part.type === 'chunk' && /serviceWorker\?\.controller/.test(part.code),
      )
      if (!is_there) throw new Error(`${HELPER} was not changed`)
    },
  }
}
