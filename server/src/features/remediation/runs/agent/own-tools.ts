import { ACTION_KINDS, ACTION_RISKS } from '@foyer/contract/remediation/agent-actions'
import { z } from 'zod'
import type { ModelTool } from '#ports/language-model.ts'

const text = (max: number) => z.string().trim().min(1).max(max)
const MESSAGE_LENGTH = 2000

/** The agent's own tools (C46). */
export const OWN_TOOLS = {
  post_issue_message: {
    description:
      'Writes a message into the thread of this problem, which the reporter reads, if there is one. Name no files, releases or libraries.',
    input: z.strictObject({ body: text(MESSAGE_LENGTH) }),
  },
  ask_reporter: {
    description:
      'Asks the reporter a question and waits for the answer, possibly for days. Only for problems that somebody reported.',
    input: z.strictObject({ question: text(MESSAGE_LENGTH) }),
  },
  propose_action: {
    description:
      'Proposes one change in the library of this problem. An admin or a standing approval decides; the result comes back as the result of this call. ' +
      'params by kind: grab_release {media_type, tmdb_id or book_id, season?, episode?, guid, indexer_id, queue_id_to_replace?} with guid and indexer_id from search_releases; ' +
      'remediate_queue {media_type, queue_id, action: remove | blocklist_search | blocklist_only | change_category}; ' +
      'manual_import {media_type, queue_id, force}; trigger_search {media_type, tmdb_id, season?, episode?, author_id?, book_id?}; ' +
      'rescan {media_type, tmdb_id or author_id}; delete_media_files {media_type, tmdb_id or book_id, season?, episodes, blocklist}.',
    input: z.strictObject({
      kind: z.enum(ACTION_KINDS),
      params: z.record(z.string(), z.unknown()),
      rationale: text(MESSAGE_LENGTH),
      risk: z.enum(ACTION_RISKS),
    }),
  },
  conclude_issue: {
    description:
      'Ends the investigation. resolved and waiting are checked against the library; needs_admin hands over to an admin. summary says what you found, for admins.',
    input: z.strictObject({
      outcome: z.enum(['resolved', 'needs_admin', 'waiting']),
      summary: text(MESSAGE_LENGTH),
    }),
  },
} as const

export type OwnTool = keyof typeof OWN_TOOLS
export type OwnInput<T extends OwnTool> = z.output<(typeof OWN_TOOLS)[T]['input']>

export function isOwnTool(name: string): name is OwnTool {
  return Object.hasOwn(OWN_TOOLS, name)
}

/** As a model is offered them. While nothing may be changed, nothing can be proposed. */
export function offeredOwnTools(mode: 'supervised' | 'investigate_only'): ModelTool[] {
  return Object.entries(OWN_TOOLS)
    .filter(([name]) => mode === 'supervised' || name !== 'propose_action')
    .map(([name, { description, input }]) => ({
      name,
      description,
      input_schema: { ...z.toJSONSchema(input, { io: 'input' }) },
    }))
}
