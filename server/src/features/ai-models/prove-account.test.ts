import { describe, expect, it } from 'vitest'
import { ModelFault } from '#kit/model-fault.ts'
import type { LanguageModels, ModelAccount, ModelPart, ModelRequest } from '#ports/language-model.ts'
import { createTestClock } from '#test/test-clock.ts'
import { proveAccount } from './prove-account.ts'

const ACCOUNT: ModelAccount = {
  provider: 'openai',
  model: 'gpt-4.1-mini',
  secret: 'k',
  base_url: '',
  effort: 'high',
  use_proxy: false,
}

const text = (words: string): ModelPart => ({ type: 'text', text: words })
const END: ModelPart = {
  type: 'end',
  reason: 'stop',
  answer: { role: 'answer', text: '', content: [], is_signed: false },
  usage: { input_tokens: 1, output_tokens: 1, cache_creation_tokens: 0, cache_read_tokens: 0 },
}
const down = () => new ModelFault('upstream_unavailable', { transient: true })

/** What each call answers, in turn: parts, then perhaps a fault; `silence` never ends by itself. */
type Script = (ModelPart | ModelFault | 'silence')[]

function build(...scripts: Script[]) {
  const clock = createTestClock()
  const requests: ModelRequest[] = []
  const models: LanguageModels = {
    async *stream(_account, request) {
      requests.push(request)
      for (const step of scripts[requests.length - 1] ?? []) {
        if (step === 'silence') {
          await new Promise((_resolve, reject) =>
            request.signal.addEventListener('abort', () => reject(request.signal.reason)),
          )
        } else if (step instanceof ModelFault) throw step
        else yield step
      }
    },
  }
  const prove = (signal?: AbortSignal) => proveAccount({ clock, models }, ACCOUNT, signal)
  /** Lets everything happen that does not wait for the clock. */
  const settle = () => new Promise(resolve => setImmediate(resolve))
  return { clock, requests, prove, settle }
}

describe('the proof of an account (2:4.7)', () => {
  it('is one small answer without tools', async () => {
    const { prove, requests } = build([text('OK'), END])
    await prove()
    expect(requests).toHaveLength(1)
    expect(requests[0]).toMatchObject({ tools: [], max_output_tokens: 1024, lowest_effort: true })
  })

  it('fails when the answer is empty', async () => {
    const { prove, requests } = build([text(' \n'), END])
    await expect(prove()).rejects.toMatchObject({ category: 'invalid_response' })
    expect(requests).toHaveLength(1)
  })

  it.each(['invalid_credentials', 'unsupported_model', 'quota_or_rate_limit', 'invalid_response'] as const)(
    'fails at once with %s',
    async category => {
      const { prove, requests } = build([new ModelFault(category)])
      await expect(prove()).rejects.toMatchObject({ category })
      expect(requests).toHaveLength(1)
    },
  )

  it('is repeated twice after transient faults', async () => {
    const { prove, requests, clock, settle } = build([down()], [down()], [text('OK'), END])
    const proof = prove()
    await settle()
    expect(requests).toHaveLength(1)
    clock.advance(1000)
    await settle()
    expect(requests).toHaveLength(2)
    clock.advance(1000)
    await proof
    expect(requests).toHaveLength(3)
  })

  it('is not repeated a third time', async () => {
    const { prove, requests, clock, settle } = build([down()], [down()], [down()], [text('OK'), END])
    const outcome = prove().catch((error: unknown) => error)
    for (let turn = 0; turn < 3; turn++) {
      await settle()
      clock.advance(1000)
    }
    expect(await outcome).toMatchObject({ category: 'upstream_unavailable' })
    expect(requests).toHaveLength(3)
  })

  it('is not repeated once something was answered', async () => {
    const { prove, requests } = build([text('O'), down()])
    await expect(prove()).rejects.toMatchObject({ category: 'upstream_unavailable' })
    expect(requests).toHaveLength(1)
  })

  it('has 30 seconds for everything', async () => {
    const { prove, requests, clock, settle } = build([down()], ['silence'])
    const outcome = prove().catch((error: unknown) => error)
    await settle()
    clock.advance(1000)
    await settle()
    expect(requests).toHaveLength(2)
    clock.advance(28_999)
    await settle()
    expect(requests[1]?.signal.aborted).toBe(false)
    clock.advance(1)
    expect(await outcome).toMatchObject({ category: 'upstream_unavailable', transient: true })
    expect(requests).toHaveLength(2)
  })

  it('ends with the reason of a caller who leaves', async () => {
    const { prove, settle } = build(['silence'])
    const leaving = new AbortController()
    const proof = prove(leaving.signal)
    await settle()
    const reason = new Error('left')
    leaving.abort(reason)
    await expect(proof).rejects.toBe(reason)
    await expect(build([END]).prove(AbortSignal.abort(reason))).rejects.toBe(reason)
  })
})
