import { expect, it } from 'vitest'
import { readSources, type Source, stripComments } from './sources.ts'

/** Large libraries that only some servers need, and none at the start. */
const ON_DEMAND = /^(ai|@ai-sdk\/.+|@modelcontextprotocol\/.+|nodemailer(\/.+)?|web-push)$/

const sources = new Map(readSources(process.cwd()).map(source => [source.path, source]))

/** What is loaded together with the file: neither types nor `import(…)`. */
function importedAtOnce({ text, imports }: Source): string[] {
  const code = stripComments(text)
  return imports.filter(target => {
    const name = target.split('/').at(-1) ?? target
    const escaped = name.replaceAll('.', '\\.')
    const plain = new RegExp(
      `^\\s*(?:import|export)\\s(?!type\\b)[^;'"]*?['"](?:[^'"]*/)?${escaped}(?:['"]|/)`,
      'm',
    )
    return plain.test(code)
  })
}

function loadedBy(entry: string): Set<string> {
  const loaded = new Set<string>()
  const waiting = [entry]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (loaded.has(path)) continue
    loaded.add(path)
    const source = sources.get(path)
    if (source) waiting.push(...importedAtOnce(source))
  }
  return loaded
}

it('a server that starts loads none of the libraries that it may never need', () => {
  const loaded = loadedBy('server/src/compose/index.ts')
  expect(loaded.size).toBeGreaterThan(300)
  expect(loaded).toContain('fastify')
  expect(loaded).toContain('server/src/upstreams/language-models/language-models.ts')
  expect([...loaded].filter(name => ON_DEMAND.test(name))).toEqual([])
})

it('sees them where they are loaded', () => {
  const loaded = loadedBy('server/src/upstreams/language-models/stream-answer.ts')
  expect([...loaded].filter(name => ON_DEMAND.test(name))).toEqual(['ai'])
})
