import { describe, expect, it } from 'vitest'
import { remediation } from '#features/remediation-settings/index.ts'
import { applySettings, modelToTest, presentSettings } from './settings-rules.ts'

const saved = { ...remediation.default, giveups_in_a_row: 4 }
const own = { ...saved, model_override: 'open-large', model_override_provider: 'openai' } as const

describe('remediation settings (2/4.9)', () => {
  it('keep what a change does not name', () => {
    const change = { enabled: true, max_steps: undefined, daily_run_cap: 0 }
    expect(applySettings(own, change, null)).toEqual({ ...own, enabled: true, daily_run_cap: 0 })
  })

  it('2:4.7.2: bind a model to the provider it was tested with, until it is cleared', () => {
    const chosen = applySettings(saved, { model_override: 'open-large' }, 'openai')
    expect(chosen).toEqual(own)
    expect(applySettings(own, { model_override: 'open-large' }, 'anthropic').model_override_provider).toBe(
      'anthropic',
    )
    expect(applySettings(own, { model_override: '' }, null)).toEqual(saved)
  })

  it('test a named model only, also one that is saved already', () => {
    expect(modelToTest({ model_override: 'open-large' })).toBe('open-large')
    expect([modelToTest({ model_override: '' }), modelToTest({ enabled: true })]).toEqual([null, null])
  })

  it('forget the failures of the agent when automatic runs are turned on', () => {
    const on = { ...saved, auto_dispatch: true }
    expect(applySettings(saved, { auto_dispatch: true }, null)).toEqual({ ...on, giveups_in_a_row: 0 })
    expect(applySettings(on, { auto_dispatch: true }, null)).toEqual(on)
    expect(applySettings(on, { auto_dispatch: false }, null).giveups_in_a_row).toBe(4)
  })

  it('are shown without what only the server counts', () => {
    const { giveups_in_a_row: _, ...choices } = own
    expect(presentSettings(own)).toEqual(choices)
    expect(presentSettings(saved)).toMatchObject({ model_override: '', model_override_provider: '' })
  })
})
