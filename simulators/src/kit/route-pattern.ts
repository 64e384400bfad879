/** One way to name routes everywhere: routes, faults and the journal all read `POST /api/v3/movie/:id`. */
export interface RoutePattern {
  text: string
  /** Fewer means more exact; `/movie/lookup` must win over `/movie/:id`. */
  wildcards: number
  match(method: string, path: string): Record<string, string> | null
}

/** `*` as the whole pattern matches all; `* /path` any method; `:name` one segment; a last `*` the rest. */
export function compilePattern(text: string): RoutePattern {
  if (text === '*') return { text, wildcards: 100, match: () => ({}) }
  const space = text.indexOf(' ')
  if (space < 0) throw new Error(`route pattern needs a method and a path: ${text}`)
  const method = text.slice(0, space)
  const segments = text.slice(space + 1).split('/')
  const names: string[] = []
  const source = segments.map(segment => segmentSource(segment, names)).join('/')
  const expression = new RegExp(`^${source}$`)
  return {
    text,
    wildcards: names.length,
    match(asked, path) {
      if (method !== '*' && method !== asked) return null
      const found = expression.exec(path)
      if (!found) return null
      return Object.fromEntries(names.map((name, i) => [name, safeDecode(found[i + 1] ?? '')]))
    },
  }
}

function segmentSource(segment: string, names: string[]): string {
  if (segment === '*') {
    names.push('rest')
    return '(.*)'
  }
  if (segment.startsWith(':')) {
    names.push(segment.slice(1))
    return '([^/]+)'
  }
  return segment.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A malformed escape is the caller's business; the product sees the raw text.
    return text
  }
}
