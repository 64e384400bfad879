import { Refusal } from '#kit/refusal.ts'
import type { Ready } from '#kit/ready.ts'
import { whenReady, type MaybeAsync } from '#kit/maybe-async.ts'
import type { CatalogCaller } from '#ports/music-catalog.ts'
import type { AccessCheck, MusicGate } from './music-gate.ts'
import { type QueryText, isMusicId, readQuestion } from './music-question-rules.ts'

/** A call of one person. `leaving` is read only when the call has to wait. */
export interface MusicCall extends Omit<AccessCheck, 'surface'> {
  leaving: () => AbortSignal
}

/** One query to a provider, shared by concurrent callers. */
export interface Question {
  /** The cached answer, synchronously: a cache hit never waits. */
  cached: () => Ready | undefined
  load: (catalog_caller: CatalogCaller) => Promise<Ready>
}

/** The answer of a list while music is hidden. */
export interface ListQuestion extends Question {
  nothing: () => Ready
}

type Access = Awaited<ReturnType<MusicGate['authorise']>>

/**
 * The common path of all answers: authorise, read the query, use the cache or the provider, authorise again
 * (1:4.3).
 */
export function createMusicAnswers(gate: MusicGate) {
  async function readFromProvider(check: AccessCheck, call: MusicCall, question: Question): Promise<Ready> {
    const catalog_caller = { lane: String(call.caller.user_id), signal: call.leaving() }
    try {
      return await question.load(catalog_caller)
    } finally {
      // Also before an error is sent: a caller who lost access in the meantime gets that refusal instead.
      await gate.authoriseAgain(check)
    }
  }

  function answer(
    access: Access,
    check: AccessCheck,
    call: MusicCall,
    question: Question,
  ): MaybeAsync<Ready> {
    if (access === 'missing') throw new Refusal('instance_not_found')
    return question.cached() ?? readFromProvider(check, call, question)
  }

  return {
    list(call: MusicCall, read: () => ListQuestion): MaybeAsync<Ready> {
      const check: AccessCheck = { ...call, surface: 'list' }
      return whenReady(gate.authorise(check), access => {
        // C17: access to the library is checked before the query is validated.
        const question = read()
        if (access === 'hidden') return question.nothing()
        return answer(access, check, call, question)
      })
    },

    title(call: MusicCall, read: () => Question): MaybeAsync<Ready> {
      const check: AccessCheck = { ...call, surface: 'title' }
      return whenReady(gate.authorise(check), access => answer(access, check, call, read()))
    },
  }
}

export type MusicAnswers = ReturnType<typeof createMusicAnswers>

/** The query of the URL, or a refusal that names the invalid parameter. */
export function questionIn<const N extends Parameters<typeof readQuestion>[1][number]>(
  params: QueryText,
  ...names: readonly N[]
) {
  const read = readQuestion(params, names)
  if ('question' in read) return read.question
  const [first] = Object.entries(read.problems)
  throw new Refusal('validation', {
    fields: read.problems,
    ...(first && { error: `${first[0]}: ${first[1]}` }),
  })
}

export function idIn(name: string, id: string): string {
  if (isMusicId(id)) return id
  const sentence = 'Use an id in lower case, as it appears in the lists.'
  throw new Refusal('validation', { error: `${name}: ${sentence}`, fields: { [name]: sentence } })
}
