import { fileURLToPath } from 'node:url'

const source = (path: string) => fileURLToPath(new URL(`../src/${path}`, import.meta.url))

/** The entry modules of the home page. The router's plugin puts each page component into its own module. */
const BEGINNINGS = [
  source('main.tsx'),
  `${source('routes/_app.tsx')}?tsr-split=component`,
  `${source('routes/_app/index.tsx')}?tsr-split=component`,
]

interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

/** Assigns a chunk to every module that Home needs, and none to the others. */
export function firstLoad() {
  let needed: Set<string> | undefined
  return (id: string, graph: Graph): string | null => {
    needed ??= reachable(BEGINNINGS, graph)
    return needed.has(id) ? 'first' : null
  }
}

function reachable(beginnings: readonly string[], graph: Graph): Set<string> {
  const found = new Set(beginnings)
  for (const id of found) {
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next)
  }
  return found
}
