/** 2/4.6: what a conversation with a model keeps of one tool call. */
export const TOOL_RESULT_BYTES = 32 * 1024
export const TOOL_INPUT_BYTES = 16 * 1024

const CUT = ' […]'

/** At most so many bytes, ending between two characters. */
export function cutText(text: string, max_bytes: number): string {
  // No character needs more than three bytes for each of its code units.
  if (text.length * 3 <= max_bytes || Buffer.byteLength(text) <= max_bytes) return text
  const bytes = Buffer.from(text).subarray(0, max_bytes - Buffer.byteLength(CUT))
  // An incomplete last character is left out.
  return new TextDecoder().decode(bytes, { stream: true }) + CUT
}
