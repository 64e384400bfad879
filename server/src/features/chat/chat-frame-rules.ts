import type { ChatFrame, ChatMediaResult } from '@foyer/contract/assistant/chat'
import { ChatMediaResult as MediaResult } from '@foyer/contract/assistant/chat'
import { z } from 'zod'
import type { ToolResult } from '#features/ai-tools/index.ts'

const MAX_DETAIL = 500
const MAX_NAME = 128

/** A result of `display_media`; its own schema has parsed it before. */
const Shown = z.object({
  items: z.array(
    MediaResult.omit({ id: true, vote_average: true, poster_url: true }).extend({
      tmdb_id: z.int().optional(),
      rating: z.number().optional(),
      cover: z.string().optional(),
    }),
  ),
})

const Changed = z.object({ change_id: z.int(), summary: z.string(), status: z.string() })
/** A change that the library manager refused: the tool itself did what it can. */
const NotApplied = z.object({ status: z.literal('failed'), message: z.string() })
/** An action whose answer was lost. */
const NotConfirmed = z.object({ outcome: z.literal('outcome_unknown') })
/** The tools that write the configuration of a manager. */
const CONFIGURATION_TOOLS = new Set(['apply_profile_change', 'upsert_custom_format'])

/** What the page shows beside the text, made from the result of a tool (2/4.6). */
export function framesOfResult(name: string, result: ToolResult): ChatFrame[] {
  if (!result.ok) return []
  if (name === 'display_media') {
    const shown = Shown.safeParse(result.structured)
    const media_results = shown.success ? shown.data.items.flatMap(mediaResult) : []
    return media_results.length > 0 ? [{ media_results }] : []
  }
  if (!CONFIGURATION_TOOLS.has(name)) return []
  const changed = Changed.safeParse(result.structured)
  // Nothing was changed when there is no id.
  return changed.success ? [{ configuration_change: changed.data }] : []
}

function mediaResult(card: z.infer<typeof Shown>['items'][number]): ChatMediaResult[] {
  const { tmdb_id, rating, cover, ...rest } = card
  const id = tmdb_id ?? rest.foreign_id
  if (id === undefined) return []
  return [
    {
      id,
      ...rest,
      ...(rating !== undefined && { vote_average: rating }),
      ...(cover !== undefined && { poster_url: cover }),
    },
  ]
}

/** What a tool was asked, why it failed or that nobody knows what came of it, short enough for one line that unfolds. */
export function detailFrame(name: string, input: unknown, result: ToolResult): ChatFrame {
  const text = JSON.stringify(input) ?? ''
  const error = whyItFailed(name, result)
  return {
    tool_detail: {
      name: frameName(name),
      input: text.length > MAX_DETAIL ? `${text.slice(0, MAX_DETAIL - 1).toWellFormed()}…` : text,
      ...(error !== undefined && { error }),
      ...(result.ok && NotConfirmed.safeParse(result.structured).success && { outcome: 'unknown' }),
    },
  }
}

function whyItFailed(name: string, result: ToolResult): string | undefined {
  if (!result.ok) return sentenceOf(result)
  return CONFIGURATION_TOOLS.has(name) ? NotApplied.safeParse(result.structured).data?.message : undefined
}

/** Without the code in brackets, which is for the model. */
function sentenceOf({ text, code }: Extract<ToolResult, { ok: false }>): string {
  const suffix = ` (${code})`
  return text.endsWith(suffix) ? text.slice(0, -suffix.length) : text
}

/** A model may invent a name of any length. */
export function frameName(name: string): string {
  return name.slice(0, MAX_NAME).toWellFormed()
}
