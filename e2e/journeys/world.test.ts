import { expect, test } from '@playwright/test'
import { watchPages } from '../support/secrets.ts'
import { buildWorld } from '../support/world.ts'

/** Child processes and listening servers of this worker. */
function running(): string[] {
  return process.getActiveResourcesInfo().filter(one => one === 'ProcessWrap' || one === 'TCPServerWrap')
}

test('a world that cannot be built closes what it started', async () => {
  const before = running()
  // Fails at the last step, once the server is up: only an admin can add an instance.
  const building = buildWorld({ admin: false, instances: ['movies'], stocked: false })
  await expect(building).rejects.toThrow('without an admin')
  // Node lists what is closed for a moment longer.
  await expect.poll(running).toEqual(before)
})

test('a secret in an answer that a page reads is found', async ({ page, context }) => {
  const found = await watchPages(context, ['the-key-of-a-service'])
  await page.route('**/*', route => route.fulfill({ body: 'nothing to tell' }))
  await page.route('**/told', route => route.fulfill({ body: '{"api_key":"the-key-of-a-service"}' }))
  await page.goto('http://foyer.test/')
  const read = (path: string) => page.evaluate(async at => (await fetch(at)).text(), path)
  await read('/other')
  expect(found()).toBe(0)
  await read('/told')
  await expect.poll(found).toBe(1)
})
