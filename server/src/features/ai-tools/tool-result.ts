/** What a tool answered: data for programs, the same as text for models, or a sentence about what went wrong. */
export type ToolResult = { ok: true; structured: Record<string, unknown>; text: string } | ToolFailure

export interface ToolFailure {
  ok: false
  code: string
  /** Ends with the code in brackets: some clients show a model nothing but the text. */
  text: string
}

/** A model reads all of it, and so does the chat's memory (2/4.6). */
const MAX_RESULT_BYTES = 32 * 1024

export function failure(code: string, sentence: string): ToolFailure {
  return { ok: false, code, text: `${sentence} (${code})` }
}

export function asResult(value: unknown): ToolResult {
  const text = JSON.stringify(value)
  if (Buffer.byteLength(text) > MAX_RESULT_BYTES) {
    const sentence = 'There is too much to show at once. Narrow the search, or ask for fewer rows.'
    return failure('result_too_large', sentence)
  }
  return { ok: true, structured: value as Record<string, unknown>, text }
}
