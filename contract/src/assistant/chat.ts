import { z } from 'zod'
import { MediaType } from '../instances/instance-types.ts'
import { defineRoute } from '../route.ts'

export const MAX_CHAT_MESSAGES = 60

export const ChatMessage = z.object({ role: z.enum(['user', 'assistant']), content: z.string() })
export type ChatMessage = z.infer<typeof ChatMessage>

/** A title that the assistant shows; the page adds its live state. */
export const ChatMediaResult = z.object({
  /** The TMDB id of a movie or show; otherwise the foreign id. */
  id: z.union([z.int(), z.string()]),
  title: z.string(),
  year: z.int().optional(),
  poster_path: z.string().optional(),
  vote_average: z.number().optional(),
  overview: z.string().optional(),
  media_type: MediaType,
  foreign_id: z.string().optional(),
  poster_url: z.string().optional(),
  instance_id: z.string().optional(),
  /** Additive: the artist or author. */
  by: z.string().optional(),
})
export type ChatMediaResult = z.infer<typeof ChatMediaResult>

/** Every `data:` line of the stream but the last, which is `[DONE]` (2/4.6). Exactly one key each. */
export const ChatFrame = z.union([
  z.object({ conversation_id: z.string() }),
  z.object({ text: z.string() }),
  z.object({ tool_start: z.object({ name: z.string(), label: z.string() }) }),
  z.object({ tool_end: z.object({ name: z.string(), ok: z.boolean() }) }),
  /**
   * Additive, with `tool_details` only, before the `tool_end` it belongs to: the input of the tool, and why it failed.
   */
  z.object({
    tool_detail: z.object({
      name: z.string(),
      input: z.string(),
      error: z.string().optional(),
      /** The tool ended without an error, but the answer of the library was lost. */
      outcome: z.literal('unknown').optional(),
    }),
  }),
  z.object({ media_results: z.array(ChatMediaResult) }),
  z.object({
    configuration_change: z.object({ change_id: z.int(), summary: z.string(), status: z.string() }),
  }),
  z.object({ error: z.string(), code: z.string().optional() }),
])
export type ChatFrame = z.infer<typeof ChatFrame>

export const postChat = defineRoute({
  spec: '2:4.6',
  access: 'user',
  permission: 'ai:chat',
  method: 'POST',
  path: '/api/ai/chat',
  summary: 'One turn of a conversation, streamed as server-sent events',
  kind: 'stream',
  body: z.object({
    messages: z
      .array(ChatMessage)
      .min(1)
      .max(MAX_CHAT_MESSAGES)
      .refine(messages => messages.at(-1)?.role === 'user', 'The last message must be from the user.'),
    /** Without one, or with an unknown one, a new conversation starts. */
    conversation_id: z.string().nullish(),
    /** Additive: also send `tool_detail` frames. Without it, the stream holds the frames of 2/4.6 and no others. */
    tool_details: z.boolean().optional(),
  }),
  refusals: ['ai_unavailable', 'turn_active', 'server_busy'],
})
