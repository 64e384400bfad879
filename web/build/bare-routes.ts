import type { Plugin } from 'vite'

const CONTRACT = /\/contract\/src\/(?:[\w-]+\/)*[\w-]+\.ts$/
/** The fields of a route that the client uses; input and output are validated by the server. */
const KEPT = new Set(['method', 'path', 'access'])

interface Node {
  type: string
  start: number
  end: number
}
interface Call extends Node {
  callee: Node & { name?: string }
  arguments: (Node & { properties?: (Node & { key?: { name?: string } })[] })[]
}
interface Statement extends Node {
  declaration?: Statement | null
  declarations?: { init?: Call | null }[]
}

/** Removes schemas and documentation from routes in the browser bundle. */
export function bareRoutes(): Plugin {
  return {
    name: 'foyer-bare-routes',
    apply: 'build',
    transform: {
      filter: { id: CONTRACT },
      handler(code) {
        const statements = this.parse(code).body as unknown as Statement[]
        const calls = statements
          .flatMap(statement => (statement.declaration ?? statement).declarations ?? [])
          .flatMap(({ init }) => (init?.type === 'CallExpression' ? [init] : []))
        const edits = calls.flatMap(call =>
          call.callee.name === 'defineRoute' ? bare(call, code) : asleep(call),
        )
        return { code: edited(code, edits), map: null }
      },
    },
  }
}

/** Replaces the text between two positions. */
interface Edit {
  start: number
  end: number
  text: string
}

function bare(call: Call, code: string): Edit[] {
  const named = call.arguments[0]?.properties?.filter(({ key }) => key?.name && !KEPT.has(key.name)) ?? []
  return named.map(({ start, end }) => {
    const comma = /^\s*,/.exec(code.slice(end))?.[0].length ?? 0
    return { start, end: end + comma, text: '' }
  })
}

/** Creating a schema has no side effects, which the bundler cannot know; this lets it drop unused ones. */
function asleep({ start, end }: Call): Edit[] {
  return [
    { start, end: start, text: '/* @__PURE__ */ (() => ' },
    { start: end, end, text: ')()' },
  ]
}

function edited(code: string, edits: readonly Edit[]): string {
  let done = ''
  let at = 0
  for (const { start, end, text } of edits) {
    done += code.slice(at, start) + text
    at = end
  }
  return done + code.slice(at)
}
