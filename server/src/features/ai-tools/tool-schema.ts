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
