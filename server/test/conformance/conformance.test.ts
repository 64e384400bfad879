import { describe, expect, it } from 'vitest'
import { ECHO, startMcp } from '#test/mcp.ts'
import { admit, startBundledServer } from './bundled-server.ts'
import { type ExpectedFailures, FIXTURES, PRODUCT } from './expected.ts'
import { buildFixtureServer } from './fixture-server.ts'
import { type Revision, runSuite } from './suite.ts'

const REVISIONS: readonly Revision[] = ['2025-11-25', '2026-07-28']
const ISSUER = 'https://media.example.org'

/** What failed as the list says, and what the list says did not fail. */
function compare(failed: readonly string[], expected: ExpectedFailures) {
  const isFor = (entry: string, check: string) => check === entry || check.startsWith(`${entry}:`)
  const entries = Object.keys(expected)
  return {
    unexpected: failed.filter(check => !entries.some(entry => isFor(entry, check))),
    passed_although_listed: entries.filter(entry => !failed.some(check => isFor(entry, check))),
  }
}

const AS_EXPECTED = { unexpected: [], passed_although_listed: [] }

describe('conformance with the Model Context Protocol (2:4.5)', () => {
  describe.each(REVISIONS)('revision %s', revision => {
    it("of the built program, with the product's own tools, prompts and resources", async () => {
      const { failed, scenarios } = await runSuite(await startBundledServer(ISSUER), revision)
      expect(scenarios.length).toBeGreaterThan(30)
      expect(compare(failed, PRODUCT[revision])).toEqual(AS_EXPECTED)
    })

    it('of the transport, with the tools that the suite expects', async () => {
      const mcp = startMcp({
        tools: [ECHO],
        oauth_issuer: ISSUER,
        buildServer: () =>
          buildFixtureServer(() => {
            if (!mcp.disabled.delete(ECHO.name)) mcp.disabled.add(ECHO.name)
            mcp.clock.advance(2000)
          }),
      })
      const token = mcp.addDevice('admin')
      mcp.http.server.prependListener('request', ({ headers }) => admit(headers, { token, issuer: ISSUER }))
      const { failed, scenarios } = await runSuite((await mcp.listen()).href, revision)
      expect(scenarios.length).toBeGreaterThan(30)
      expect(compare(failed, FIXTURES[revision])).toEqual(AS_EXPECTED)
    })
  })
})
