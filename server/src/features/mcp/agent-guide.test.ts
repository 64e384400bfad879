import { describe, expect, it } from 'vitest'
import { TOOLS } from '#features/ai-tools/tools/index.ts'
import { AGENT_GUIDE } from '#features/ai-tools/index.ts'
import { PROMPTS } from './mcp-prompts.ts'

const offered = TOOLS.filter(({ sources }) => sources?.includes('mcp') ?? true).map(({ name }) => name)
const VERBS =
  'search|get|list|check|display|browse|diagnose|trigger|grab|execute|rescan|remediate|remove|preview|apply|upsert|request'
/** Fields and codes that begin like a tool. */
const NO_TOOLS = ['request_id', 'request_quota_exceeded']

describe('the guide and the prompts for models (2/4.5)', () => {
  it('name every tool of tool clients in the guide: a model that reads it knows all of them', () => {
    expect(offered.filter(name => !AGENT_GUIDE.includes(`\`${name}\``))).toEqual([])
  })

  it('name no tool that does not exist', () => {
    const texts = [AGENT_GUIDE, ...PROMPTS.map(({ text }) => text({}))].join('\n')
    const named = texts.match(new RegExp(`\\b(?:${VERBS})_[a-z_]+\\b`, 'g')) ?? []
    expect([...new Set(named)].filter(name => !offered.includes(name) && !NO_TOOLS.includes(name))).toEqual(
      [],
    )
  })
})
