import { expect, test } from '@playwright/test'
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
