import { z } from 'zod'
import type { ToolDefinition } from './define-tool.ts'

type JsonSchema = z.core.JSONSchema.BaseSchema

const inputs = new WeakMap<ToolDefinition, JsonSchema>()

/** What a tool accepts, for models. Made once: schemas of forty tools are expensive. */
export function inputSchemaOf(tool: ToolDefinition): JsonSchema {
  const schema = inputs.get(tool) ?? jsonSchema(tool.input, 'input')
  inputs.set(tool, schema)
  return schema
}

export function outputSchemaOf(tool: ToolDefinition): JsonSchema {
  return jsonSchema(tool.output, 'output')
}

/** JSON Schema 2020-12. */
function jsonSchema(schema: z.ZodObject, io: 'input' | 'output'): JsonSchema {
  return z.toJSONSchema(schema, { target: 'draft-2020-12', io, unrepresentable: 'any' })
}

/** A result of the wrong shape is a bug; its contents stay out of the log. */
export function parseOutput(tool: ToolDefinition, output: unknown): unknown {
  const parsed = z.safeParse(tool.output, output)
  if (parsed.success) return parsed.data
  const places = parsed.error.issues.map(({ path, code }) => `${path.join('.')} ${code}`)
  throw new Error(`${tool.name} answered in another shape than it promises: ${places.join(', ')}`)
}
