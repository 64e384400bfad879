import { expect, it } from 'vitest'
import { createOpenFlows, type OpenFlow } from './open-flows.ts'

function memory() {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}

const open = (flow: string): OpenFlow => ({
  flow,
  verifier: `v-${flow}`,
  purpose: 'sign_in',
  wanted: '/movies',
})

it('2/4.4 finds the verifier of a flow, and only of that one', () => {
  const flows = createOpenFlows({ tab: memory(), key: 'oidc' })
  flows.keep(open('one'))
  flows.keep(open('two'))
  expect(flows.find('one')).toEqual(open('one'))
  expect(flows.find('three')).toBeUndefined()
  flows.forget('one')
  expect(flows.find('one')).toBeUndefined()
  expect(flows.find('two')).toEqual(open('two'))
})

it('keeps the newest few, and survives what another version wrote', () => {
  const tab = memory()
  const flows = createOpenFlows({ tab, key: 'oidc' })
  for (let i = 0; i < 20; i += 1) flows.keep(open(`f${i}`))
  expect(flows.find('f0')).toBeUndefined()
  expect(flows.find('f19')).toEqual(open('f19'))
  tab.setItem('oidc', '{"f1":1}')
  expect(flows.find('f19')).toBeUndefined()
})
