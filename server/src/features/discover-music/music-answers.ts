import { Refusal } from '#kit/refusal.ts'
import type { Ready } from '#kit/ready.ts'
import { whenReady, type MaybeAsync } from '#kit/maybe-async.ts'
import type { CatalogAsker } from '#ports/music-catalog.ts'
import type { MusicGate, Visit } from './music-gate.ts'
import { type QueryText, isMusicId, readQuestion } from './music-question-rules.ts'

/** A call of one person. `leaving` is asked for only when somebody must wait. */
export interface MusicCall extends Omit<Visit, 'surface'> {
  leaving: () => AbortSignal
}

/** One question to a provider, by whoever asks it first. */
export interface Question {
  /** The answer that is kept, without waiting: nobody waits for a cache hit. */
  held: () => Ready | undefined
  ask: (asker: CatalogAsker) => Promise<Ready>
}

/** What a list answers while music is hidden. */
export interface ListQuestion extends Question {
  nothing: () => Ready
}

type Entry = Awaited<ReturnType<MusicGate['enter']>>

/** The one way to an answer: authorise, read the question, look or ask, authorise again (1:4.3). */
export function createMusicAnswers(gate: MusicGate) {
  async function wait(visit: Visit, call: MusicCall, question: Question): Promise<Ready> {
    const asker = { lane: String(call.caller.user_id), signal: call.leaving() }
    try {
      return await question.ask(asker)
    } finally {
      // Also before an error is told: whoever lost the library meanwhile hears of that instead.
      await gate.enterAgain(visit)
    }
  }

  function answer(entry: Entry, visit: Visit, call: MusicCall, question: Question): MaybeAsync<Ready> {
    if (entry === 'missing') throw new Refusal('instance_not_found')
    return question.held() ?? wait(visit, call, question)
  }

  return {
    list(call: MusicCall, read: () => ListQuestion): MaybeAsync<Ready> {
      const visit: Visit = { ...call, surface: 'list' }
      return whenReady(gate.enter(visit), entry => {
        // C17: whether the library may be used comes before what is wrong with the question.
        const question = read()
        if (entry === 'hidden') return question.nothing()
        return answer(entry, visit, call, question)
      })
    },

    title(call: MusicCall, read: () => Question): MaybeAsync<Ready> {
      const visit: Visit = { ...call, surface: 'title' }
      return whenReady(gate.enter(visit), entry => answer(entry, visit, call, read()))
    },
  }
}

export type MusicAnswers = ReturnType<typeof createMusicAnswers>

/** The question in the address, or a refusal that names what is wrong with it. */
export function questionIn<const N extends Parameters<typeof readQuestion>[1][number]>(
  asked: QueryText,
  ...names: readonly N[]
) {
  const read = readQuestion(asked, names)
  if ('question' in read) return read.question
  const [first] = Object.entries(read.problems)
  throw new Refusal('validation', {
    fields: read.problems,
    ...(first && { error: `${first[0]}: ${first[1]}` }),
  })
}

export function idIn(name: string, id: string): string {
  if (isMusicId(id)) return id
  const sentence = 'Use an id in lower case, as the lists give it.'
  throw new Refusal('validation', { error: `${name}: ${sentence}`, fields: { [name]: sentence } })
}
