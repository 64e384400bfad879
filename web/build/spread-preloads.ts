import type { Plugin } from 'vite'

/** The helper that Vite puts around every `import()`: it preloads the files that the imported one needs. */
const HELPER = /vite\/preload-helper\.js$/
const ADD = 'document.head.appendChild(link);'

/**
 * A first visit gains a round trip by it. Where the files are in a cache, each link makes the browser compile one, and a
 * page has a dozen: they are added one after the other, in tasks of their own, so that a press in between is not held up.
 */
export function spreadPreloads(): Plugin {
  let is_spread = false
  return {
    name: 'foyer-spread-preloads',
    apply: 'build',
    transform: {
      filter: { id: HELPER },
      handler(code) {
        is_spread = code.includes(ADD)
        return code.replace(ADD, `setTimeout(() => ${ADD.slice(0, -1)});`)
      },
    },
    buildEnd(error) {
      if (!error && !is_spread) throw new Error("Vite's helper for preloading has changed")
    },
  }
}
