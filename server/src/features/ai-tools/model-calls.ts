import { TOOL_INPUT_BYTES, type WantedCall } from '#features/ai-models/index.ts'
import type { ModelTool } from '#ports/language-model.ts'
import type { ToolDefinition } from './define-tool.ts'
import { failure, type ToolFailure } from './tool-result.ts'
import { inputSchemaOf } from './tool-schema.ts'

const NOT_JSON = failure('validation', 'The input is not valid JSON.')
const INPUT_TOO_LARGE = failure('input_too_large', 'The input is too large. Ask for less at once.')

const offered = new WeakMap<ToolDefinition, ModelTool>()

/** A tool as a model is offered it. */
export function modelTool(tool: ToolDefinition): ModelTool {
  const { name, description } = tool
  const known = offered.get(tool) ?? { name, description, input_schema: { ...inputSchemaOf(tool) } }
  offered.set(tool, known)
  return known
}

/** Why a call of a model cannot be made at all; null when it can. */
export function unusableInput(call: WantedCall): ToolFailure | null {
  if (call.invalid) return NOT_JSON
  const bytes = Buffer.byteLength(JSON.stringify(call.input) ?? '')
  return bytes > TOOL_INPUT_BYTES ? INPUT_TOO_LARGE : null
}
