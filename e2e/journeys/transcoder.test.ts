import { status } from '@foyer/simulators'
import { expectFitsPhone } from '../support/screens.ts'
import { expect, test } from '../support/test.ts'

const NODES = 'GET /api/v2/get-nodes'

test('2:4.11 an admin follows the jobs of a transcoder, the counts of a library, and one that fails', async ({
  page,
  world,
  signIn,
  expectAccessible,
}) => {
  const { tdarr } = world
  await world.addInstance('transcoder', 'Workshop', 'tdarr')
  await world.addInstance('transcoder', 'Cellar', 'tdarr')
  const hour = { duration_ms: 3_600_000 }
  tdarr.startJob('/media/movies/Paper Lanterns (2019)/Paper Lanterns.mkv', { ...hour, progress: 0.5 })
  tdarr.startJob('/media/tv/Harbor Lights/S01E03.mkv', { ...hour, type: 'healthcheckcpu' })
  await page.clock.install()
  await signIn('./instances')
  await page.getByRole('link', { name: 'Show activity: Workshop' }).click()

  await expect(page.getByRole('combobox', { name: 'Transcoder' })).toHaveValue(/^in_/)
  const node = page.getByRole('region', { name: 'gpu-box' })
  const transcode = node.getByRole('listitem').filter({ hasText: 'Paper Lanterns.mkv' })
  await expect(transcode).toContainText(/GPU.*50%.*ffmpegCommandExecute.*fps.*0:\d\d:\d\d/s)
  // The job has only begun: most values are unknown, and must not be shown as zero.
  const check = node.getByRole('listitem').filter({ hasText: 'S01E03.mkv' })
  await expect(check).toContainText(/Health check.*CPU.*Scanning.*Step–Unknown.*Time left–Unknown/s)
  await expect(page.getByRole('region', { name: 'cpu-box' })).toContainText(/Paused.*Idle/s)
  const again = page.waitForRequest(/\/activity$/)
  await page.clock.fastForward(10_000)
  await again

  await expect(page.getByText('Errors / cancelled')).toHaveCount(2)
  await page.getByRole('combobox', { name: 'Library' }).selectOption('Movies')
  await expect(page.getByText('Not required')).toBeVisible()
  await expect(page.getByText('A file can be listed as queued while it is being processed')).toBeVisible()
  await expect(page).toHaveURL(/library=kd93Ksa2x/)
  await expectAccessible('a transcoder at work')
  await expectFitsPhone(page, 'a transcoder at work')

  tdarr.nodes.forEach(({ jobs }) => jobs.splice(0))
  tdarr.faults.next(NODES, status(500))
  await page.getByRole('combobox', { name: 'Transcoder' }).selectOption('Cellar')
  await expect(page.getByRole('alert')).toContainText('Tdarr sent an unusable response.')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Nothing is being transcoded right now.')).toBeVisible()
  await expect(page.getByText('That does not mean a library is finished.')).toBeVisible()
})
