import { permissionsOf } from '@foyer/contract/permissions'
import type { ChatFrame } from '@foyer/contract/assistant/chat'
import type { AiAccounts, ResolvedModel } from '#features/ai-accounts/index.ts'
import { streamAnswer } from '#features/ai-models/index.ts'
import { modelTool, type ToolDispatcher } from '#features/ai-tools/index.ts'
import type { Caller, CurrentCaller, RequestFacts } from '#kit/caller.ts'
import type { Clock } from '#kit/clock.ts'
import { ModelFault } from '#kit/model-fault.ts'
import type { Scrubber } from '#kit/scrub.ts'
import type { LanguageModels, ModelMessage } from '#ports/language-model.ts'
import { runToolStep } from './tool-steps.ts'
import { TurnEnd } from './turn-end.ts'
import type { TurnRecord } from './turn-record.ts'

export interface TurnDeps {
  accounts: Pick<AiAccounts, 'hasSharedGrant'>
  models: LanguageModels
  dispatcher: ToolDispatcher
  currentCaller: CurrentCaller
  scrubber: Scrubber
  clock: Clock
}

export interface TurnRequest {
  caller: Caller
  facts: RequestFacts
  resolved: ResolvedModel
  instructions: string
  /** Everything before this turn, and its question. */
  messages: readonly ModelMessage[]
  record: TurnRecord
  signal: AbortSignal
  send(frame: ChatFrame): void | Promise<void>
}

/**
 * One turn (2:4.6): the model answers and asks for tools, gets their results, and answers again, until it asks for none.
 * Throws TurnEnd, ModelFault, or what storage throws; the record then holds what was done until there.
 */
export async function runTurn(deps: TurnDeps, turn: TurnRequest): Promise<void> {
  const { record, resolved, signal, send, facts, instructions } = turn
  const { device_id } = turn.caller
  const previews = new Map<string, unknown>()
  const confirm = () => confirmCaller(deps, turn)
  let may_use_tools = true
  let has_content = false

  for (;;) {
    let has_text = false
    const { role } = await confirm()
    const tools = await deps.dispatcher.list(role, 'chat')
    const { calls, reason, answer, usage } = await streamAnswer(deps, {
      instructions,
      messages: [...turn.messages, ...record.steps],
      tools: tools.map(modelTool),
      forbid_tool_calls: !may_use_tools,
      account: () => resolved.account(),
      reportRefused: resolved.reportRefused,
      signal,
      confirm,
      sendText(text) {
        has_text = true
        record.addText(text)
        return send({ text })
      },
    })
    record.addAnswer(answer, usage)
    has_content ||= has_text || calls.length > 0
    if (calls.length === 0) {
      if (reason === 'refused' && !has_text) throw new TurnEnd('refused')
      if (!has_content) throw new ModelFault('invalid_response')
      return
    }
    if (!may_use_tools) {
      record.beginStep(calls)
      throw new TurnEnd('tool_limit')
    }
    const context = { device_id, facts, signal, record, tools, previews, send, confirm }
    const { exceeded_limit } = await runToolStep(deps, calls, context)
    may_use_tools = !exceeded_limit
  }
}

/** The person, the device, the role and the access to the included account, as stored now (2:4.6.7, 2:5.4). */
async function confirmCaller(deps: TurnDeps, { caller, resolved, signal }: TurnRequest): Promise<Caller> {
  const now = await deps.currentCaller(caller)
  if (!permissionsOf(now.role).includes('ai:chat')) throw new TurnEnd('forbidden')
  if (resolved.source === 'shared' && !(await deps.accounts.hasSharedGrant(now.user_id)))
    throw new TurnEnd('shared_access_disabled')
  signal.throwIfAborted()
  return now
}
