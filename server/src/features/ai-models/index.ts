export type { AiModels } from './ai-models.ts'
export { streamAnswer, type WantedCall } from './stream-answer.ts'
export { cutText, TOOL_INPUT_BYTES, TOOL_RESULT_BYTES } from './text-limits.ts'
export { validationFailed } from './validation-failed.ts'
