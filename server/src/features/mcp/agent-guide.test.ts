import { expect, it } from 'vitest'
import { TOOLS } from '#features/ai-tools/tools/index.ts'
import { AGENT_GUIDE } from './agent-guide.ts'

it('names every tool of tool clients: a model that reads the guide knows all of them', () => {
  const offered = TOOLS.filter(({ sources }) => sources?.includes('mcp') ?? true)
  expect(offered.map(({ name }) => name).filter(name => !AGENT_GUIDE.includes(`\`${name}\``))).toEqual([])
})
