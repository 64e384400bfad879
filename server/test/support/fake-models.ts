import type { AiCatalogEntry, AiProvider, ModelFaultCategory } from '@foyer/contract/assistant/ai-providers'
import type { AiModels } from '#features/ai-models/index.ts'
import { ModelFault } from '#kit/model-fault.ts'
import type { ModelAccount } from '#ports/language-model.ts'

const MODELS: Record<AiProvider, readonly string[]> = {
  openai: ['open-small', 'open-large'],
  anthropic: ['anthro-small', 'anthro-large'],
  gemini: ['gem-small'],
  grok: ['grok-small'],
  local_openai: [],
  oauth_a: ['default', 'open-large'],
  oauth_b: ['grok-small'],
}

function entryOf([id, models]: [string, readonly string[]]): AiCatalogEntry {
  const is_oauth = id.startsWith('oauth_')
  const is_local = id === 'local_openai'
  return {
    id: id as AiProvider,
    label: id,
    auth_type: is_oauth ? 'user_oauth' : 'api_key',
    credential_key: is_oauth ? '' : `${id}_key`,
    supports_base_url: is_local,
    supports_reasoning_effort: is_local || id === 'openai',
    supports_proxy_opt_in: is_local,
    shared_only: is_local,
    available: !is_oauth,
    models: models.map(model => ({ id: model, label: model })),
  }
}

/** Models without a provider: a test decides what answers, and sees what was asked. */
export function createFakeModels(preselected: Partial<AiModels['preselected']> = {}) {
  const provider = preselected.provider ?? 'openai'
  const proved: ModelAccount[] = []
  const fake = {
    /** Every account that was asked to answer. */
    proved,
    /** Keys, models or addresses that fail, and how. */
    faults: new Map<string, ModelFaultCategory | Error>(),
    /** Runs while a provider is asked. */
    during: async (_account: ModelAccount): Promise<void> => {},
    reset() {
      proved.length = 0
      fake.faults.clear()
      fake.during = async () => {}
    },
  }
  const models: AiModels = {
    catalog: Object.entries(MODELS).map(entryOf),
    preselected: { provider, model: preselected.model ?? MODELS[provider][0] ?? '' },
    defaultModel: id => MODELS[id][0] ?? '',
    isAvailable: () => true,
    async prove(account) {
      proved.push(account)
      await fake.during(account)
      for (const part of [account.secret, account.model, account.base_url]) {
        const fault = fake.faults.get(part)
        if (fault) throw typeof fault === 'string' ? new ModelFault(fault) : fault
      }
    },
    stream: () => {
      throw new Error('these models only prove accounts')
    },
  }
  return { fake, models }
}
