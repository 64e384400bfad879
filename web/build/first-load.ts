import { fileURLToPath } from 'node:url'

const source = (path: string) => fileURLToPath(new URL(`../src/${path}`, import.meta.url))

/** Where the way to the home page begins. The router's plugin puts the component of a page into a module of its own. */
const BEGINNINGS = [
  source('main.tsx'),
  `${source('routes/_app.tsx')}?tsr-split=component`,
  `${source('routes/_app/index.tsx')}?tsr-split=component`,
]

interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

/** Names a chunk for every module that Home needs, and none for others: whatever they share, it comes when they do. */
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
