import type { SharedAiChange } from '@foyer/contract/credentials'
import { describe, expect, it } from 'vitest'
import {
  applyChange,
  findProblems,
  type KnownModels,
  movesLocalKey,
  profileInForce,
  proofsOf,
} from './shared-ai-rules.ts'
import { type SavedSharedAi, sharedAi } from './shared-ai-settings.ts'

const models: KnownModels = {
  preselected: { provider: 'openai', model: 'open-small' },
  defaultModel: provider => (provider === 'local_openai' ? '' : `${provider}-first`),
}
const EMPTY = sharedAi.default
const LOCAL = 'http://ollama.lan:11434/v1'

function saved(change: Partial<Omit<SavedSharedAi, 'keys'>> & { keys?: Partial<SavedSharedAi['keys']> }) {
  return { ...EMPTY, ...change, keys: { ...EMPTY.keys, ...change.keys } }
}

/** What a change leads to, and what has to answer before. */
function planned(before: SavedSharedAi, change: SharedAiChange) {
  const next = applyChange(before, change, models)
  const { in_force, others } = proofsOf(before, next, change, models)
  const short = (account: typeof in_force) =>
    account && `${account.provider}/${account.model}/${account.secret}`
  return {
    next,
    in_force: short(in_force),
    others: others.map(short),
    problems: Object.keys(findProblems(next, change, models)),
    moves: movesLocalKey(before, next, change),
  }
}

const WITH_OPENAI = saved({ profile: { provider: 'openai', model: 'm' }, keys: { openai_key: 'k' } })
const WITH_LOCAL = saved({
  profile: { provider: 'local_openai', model: 'llama' },
  local_openai_base_url: LOCAL,
  local_openai_key_origin: 'http://ollama.lan:11434',
  keys: { local_openai_key: 'lk' },
})

describe('the profile in force (E, 2/4.6)', () => {
  it('is the saved one, else the preselected one once its key is stored', () => {
    expect(profileInForce(EMPTY, models)).toBeNull()
    expect(profileInForce(saved({ keys: { grok_key: 'k' } }), models)).toBeNull()
    expect(profileInForce(saved({ keys: { openai_key: 'k' } }), models)).toEqual(models.preselected)
    const chosen = { provider: 'grok', model: 'g' } as const
    expect(profileInForce(saved({ profile: chosen, keys: { openai_key: 'k' } }), models)).toEqual(chosen)
  })

  it('is never a preselected account that must be linked first, nor a local server without address or model', () => {
    const of = (provider: 'oauth_a' | 'local_openai', model: string, before = EMPTY) =>
      profileInForce(before, { ...models, preselected: { provider, model } })
    expect(of('oauth_a', 'default')).toBeNull()
    expect(of('local_openai', 'llama')).toBeNull()
    expect(of('local_openai', '', saved({ local_openai_base_url: LOCAL }))).toBeNull()
    expect(of('local_openai', 'llama', saved({ local_openai_base_url: LOCAL }))).not.toBeNull()
  })
})

describe('what has to answer before a change is saved (2:4.7.1)', () => {
  it.each<[string, SavedSharedAi, SharedAiChange, string | null, string[]]>([
    ['a key of the preselected provider', EMPTY, { openai_key: 'k' }, 'openai/open-small/k', []],
    ['a key of another provider', EMPTY, { grok_key: 'g' }, null, ['grok/grok-first/g']],
    ['provider and key, once', EMPTY, { ai_provider: 'grok', grok_key: 'g' }, 'grok/grok-first/g', []],
    ['a model alone', WITH_OPENAI, { ai_model: 'n' }, 'openai/n/k', []],
    ['the same model again', WITH_OPENAI, { ai_model: 'm' }, 'openai/m/k', []],
    [
      'a provider alone, with its first model',
      WITH_OPENAI,
      { ai_provider: 'openai' },
      'openai/openai-first/k',
      [],
    ],
    [
      'a model and a key of another',
      WITH_OPENAI,
      { ai_model: 'n', gemini_key: 'j' },
      'openai/n/k',
      ['gemini/gemini-first/j'],
    ],
    ['the effort of the selected one', WITH_OPENAI, { openai_reasoning_effort: 'low' }, 'openai/m/k', []],
    ['the same effort', WITH_OPENAI, { openai_reasoning_effort: '' }, null, []],
    ['the effort of another', WITH_OPENAI, { local_openai_reasoning_effort: 'low' }, null, []],
    ['the address of another', WITH_OPENAI, { local_openai_base_url: LOCAL }, null, []],
    [
      'the proxy of the selected one',
      WITH_LOCAL,
      { local_openai_use_proxy: true },
      'local_openai/llama/lk',
      [],
    ],
    [
      'another path of the selected one',
      WITH_LOCAL,
      { local_openai_base_url: 'http://ollama.lan:11434/v2' },
      'local_openai/llama/lk',
      [],
    ],
    ['the switch of the check', WITH_OPENAI, { ai_health_check_enabled: false }, null, []],
    ['blank keys', WITH_OPENAI, { openai_key: ' ', grok_key: '' }, null, []],
    ['clearing it', WITH_LOCAL, { ai_provider: '' }, null, []],
    ['a choice without its key', WITH_OPENAI, { ai_provider: 'grok' }, 'grok/grok-first/', []],
  ])('%s', (_what, before, change, in_force, others) => {
    expect(planned(before, change)).toMatchObject({ in_force, others, problems: [], moves: false })
  })

  it('keeps what was not named, and blank keys', () => {
    const { next } = planned(WITH_LOCAL, { local_openai_key: ' ', openai_reasoning_effort: 'high' })
    expect(next).toEqual({ ...WITH_LOCAL, openai_reasoning_effort: 'high' })
    expect(planned(WITH_LOCAL, { ai_provider: '' }).next).toEqual({ ...WITH_LOCAL, profile: null })
  })

  it('has exactly the effort, the address and the route that will be in force', () => {
    const change: SharedAiChange = {
      local_openai_base_url: `${LOCAL}/`,
      local_openai_reasoning_effort: 'minimal',
      local_openai_use_proxy: true,
    }
    const next = applyChange(WITH_LOCAL, change, models)
    expect(proofsOf(WITH_LOCAL, next, change, models).in_force).toEqual({
      provider: 'local_openai',
      model: 'llama',
      secret: 'lk',
      base_url: LOCAL,
      effort: 'minimal',
      use_proxy: true,
    })
  })
})

describe('what is refused', () => {
  it.each<[string, SavedSharedAi, SharedAiChange, string[]]>([
    [
      'a local server without a model',
      EMPTY,
      { ai_provider: 'local_openai', local_openai_base_url: LOCAL },
      ['ai_model'],
    ],
    [
      'a local server without an address',
      EMPTY,
      { ai_provider: 'local_openai', ai_model: 'llama' },
      ['local_openai_base_url'],
    ],
    [
      'taking the address of the selected one',
      WITH_LOCAL,
      { local_openai_base_url: '' },
      ['local_openai_base_url'],
    ],
    [
      'a key of a local server that is not selected',
      WITH_OPENAI,
      { local_openai_key: 'x' },
      ['local_openai_key'],
    ],
    ...['ollama.lan', 'ftp://x/v1', '/v1', 'http://u:p@x/v1', 'http://x/v1?k=1'].map(
      address =>
        [address, WITH_OPENAI, { local_openai_base_url: address }, ['local_openai_base_url']] satisfies [
          string,
          SavedSharedAi,
          SharedAiChange,
          string[],
        ],
    ),
  ])('%s', (_what, before, change, problems) => {
    expect(planned(before, change).problems).toEqual(problems)
  })

  it('C67: a stored key goes to no other origin, also by way of no address', () => {
    const elsewhere = { local_openai_base_url: 'http://thief.lan:11434/v1' }
    expect(planned(WITH_LOCAL, elsewhere).moves).toBe(true)
    expect(planned(WITH_LOCAL, { local_openai_base_url: 'https://ollama.lan:11434/v1' }).moves).toBe(true)
    expect(planned(WITH_LOCAL, { ...elsewhere, local_openai_key: 'typed' }).moves).toBe(false)
    const deselected = planned(WITH_LOCAL, { ai_provider: '', local_openai_base_url: '' })
    expect(deselected).toMatchObject({ problems: [], moves: false })
    expect(planned(deselected.next, elsewhere).moves).toBe(true)
    expect(planned(deselected.next, { local_openai_base_url: LOCAL }).moves).toBe(false)
    const without = { ...WITH_LOCAL, keys: EMPTY.keys }
    expect(planned(without, elsewhere).moves).toBe(false)
  })
})
