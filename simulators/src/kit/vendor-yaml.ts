import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { asRecord, isRecord, type JsonRecord } from './json.ts'

interface Line {
  indent: number
  text: string
}

const KEY = /^('[^']*'|"[^"]*"|[^\s'"-][^:]*):(?:\s+(.*))?$/

/** Blocks of mappings, lists and plain words: what vendors write their documents in, and no more of YAML. */
export function parseYaml(source: string): unknown {
  const lines = source
    .split(/\r?\n/)
    .filter(line => !/^\s*(#|$)/.test(line))
    .map(line => line.replace(/\s#.*$/, '').trimEnd())
    .map((line): Line => ({ indent: line.length - line.trimStart().length, text: line.trimStart() }))
  let at = 0

  const isDeeper = (indent: number) => (lines[at]?.indent ?? -1) > indent

  /** What stands behind a key or a dash: on the same line, or below it. */
  function value(rest: string | undefined, indent: number): unknown {
    if (rest !== undefined && !/^[|>]/.test(rest)) return scalar(rest)
    const next = lines[at]
    if (rest === undefined) {
      const isList = next?.indent === indent && next.text.startsWith('-')
      return isDeeper(indent) || isList ? block(next?.indent ?? 0) : null
    }
    const told: string[] = []
    while (isDeeper(indent)) told.push(lines[at++]?.text ?? '')
    return told.join('\n')
  }

  function list(indent: number): unknown[] {
    const items: unknown[] = []
    for (let line = lines[at]; line?.indent === indent && line.text.startsWith('-'); line = lines[at]) {
      const rest = line.text.slice(1).trimStart()
      if (KEY.test(rest)) {
        // The first key of a record stands behind the dash, the others below that key.
        const inner = indent + line.text.length - rest.length
        lines[at] = { indent: inner, text: rest }
        items.push(record(inner))
      } else {
        at += 1
        items.push(value(rest === '' ? undefined : rest, indent))
      }
    }
    return items
  }

  function record(indent: number): JsonRecord {
    const fields: JsonRecord = {}
    for (let line = lines[at]; line?.indent === indent && !line.text.startsWith('- '); line = lines[at]) {
      const [, key, rest] = KEY.exec(line.text) ?? []
      if (key === undefined) throw new Error(`This is no YAML that is read here: ${line.text}`)
      at += 1
      fields[String(scalar(key))] = value(rest === '' ? undefined : rest, indent)
    }
    return fields
  }

  const block = (indent: number) => (lines[at]?.text.startsWith('-') ? list(indent) : record(indent))

  return lines.length > 0 ? block(lines[0]?.indent ?? 0) : null
}

function scalar(text: string): unknown {
  if (/^(['"]).*\1$/.test(text)) return text.slice(1, -1)
  if (text === 'true' || text === 'false') return text === 'true'
  if (text === 'null' || text === '~') return null
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
}

/** A document that is split into files, as one; operations whose files are not at hand are left out. */
export function readSplitDocument(file: string): JsonRecord {
  const home = new Map<string, unknown>()

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

  function open(path: string): unknown {
    if (!home.has(path)) home.set(path, parseYaml(readFileSync(path, 'utf8')))
    return home.get(path)
  }

  return asRecord(inline(open(file), file))
}
