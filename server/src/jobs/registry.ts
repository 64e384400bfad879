import type { JobDefinition, JobHandler } from './definition.ts'

export type BoundHandler = JobHandler<string>

/** The saved payload does not match the definition: a retry cannot succeed. */
export class UnreadablePayload extends Error {
  constructor(name: string, cause: unknown) {
    super(`The saved payload of a "${name}" job cannot be read.`, { cause })
    this.name = 'UnreadablePayload'
  }
}

/** The known jobs and their handlers; the composition root fills it and `check` refuses gaps (3.5). */
export function createRegistry() {
  const defined = new Map<string, JobDefinition>()
  const handlers = new Map<string, BoundHandler>()
  const mistakes: string[] = []

  function define(...definitions: JobDefinition[]): void {
    for (const definition of definitions) {
      const { name } = definition
      if (defined.has(name)) mistakes.push(`two jobs are named "${name}"`)
      defined.set(name, definition)
    }
  }

  function handle<P>(definition: JobDefinition<P>, handler: JobHandler<P>): void {
    const { name } = definition
    if (handlers.has(name)) mistakes.push(`"${name}" has two handlers`)
    if (defined.get(name) !== definition) mistakes.push(`"${name}" is handled but not defined`)
    handlers.set(name, bindHandler(definition, handler))
  }

  function check(): void {
    const idle = [...defined.keys()].filter(name => !handlers.has(name))
    const all = [...mistakes, ...idle.map(name => `"${name}" has no handler`)]
    if (all.length > 0) throw new Error(`The jobs are not wired: ${all.join('; ')}.`)
  }

  function assertDefined(definition: JobDefinition): void {
    if (defined.get(definition.name) === definition) return
    throw new Error(`The job "${definition.name}" is enqueued but not defined.`)
  }

  return {
    define,
    handle,
    check,
    assertDefined,
    names: () => [...handlers.keys()],
    handlerOf: (name: string) => handlers.get(name),
  }
}

export type Registry = ReturnType<typeof createRegistry>

function bindHandler<P>(definition: JobDefinition<P>, handler: JobHandler<P>): BoundHandler {
  return async run => handler({ ...run, payload: readPayload(definition, run.payload) })
}

function readPayload<P>({ name, payload }: JobDefinition<P>, text: string): P {
  try {
    return payload.parse(JSON.parse(text))
  } catch (cause) {
    throw new UnreadablePayload(name, cause)
  }
}
