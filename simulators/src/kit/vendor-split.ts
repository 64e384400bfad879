import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'
import { asRecord, isRecord, type JsonRecord } from './json.ts'

/**
 * Reads an OpenAPI document that is split over several YAML files as one. Operations whose files are missing are left
 * out.
 */
export function readSplitDocument(file: string): JsonRecord {
  const opened = new Map<string, unknown>()

  function open(path: string): unknown {
    if (!opened.has(path)) opened.set(path, parse(readFileSync(path, 'utf8')))
    return opened.get(path)
  }

  function inline(node: unknown, from: string): unknown {
    if (Array.isArray(node)) return node.map(item => inline(item, from))
    if (!isRecord(node)) return node
    const { $ref } = node
    if (typeof $ref !== 'string' || $ref.startsWith('#')) {
      return Object.fromEntries(Object.entries(node).map(([key, one]) => [key, inline(one, from)]))
    }
    const [path = '', fragment] = $ref.split('#')
    // Back into the root, where it is a part of the same document.
    if (fragment !== undefined) return { ...node, $ref: `#${fragment}` }
    const target = join(dirname(from), path)
    return existsSync(target) ? inline(open(target), target) : null
  }

  return asRecord(inline(open(file), file))
}
