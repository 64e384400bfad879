import { ALBUM, ARTIST, dropAfterCommit, startWorld } from '@foyer/simulators'
import { expect, it } from 'vitest'
import { insertUserAndInstances, MUSIC } from '#test/build-deliveries.ts'
import { setDeliveryScene } from './delivery-crashes.ts'
import { deliverTheRest, readLedger } from './delivery-worker.ts'

const { crashEverywhere } = setDeliveryScene({
  start: () => startWorld({ products: ['lidarr'] }),

  /** An album that the library lacks, by an artist whom it has and does not follow. */
  async prepare({ database, harness }, { lidarr }) {
    await insertUserAndInstances(database, { music: lidarr })
    const identity = `music:${ALBUM.live}`
    await harness.saveRequest({ media_type: 'music', foreign_id: ALBUM.live, identity, instance_id: MUSIC })
  },

  reset({ lidarr }, killAt) {
    lidarr.faults.clear()
    for (const { id } of lidarr.artists()) lidarr.deleteArtist(id)
    lidarr.addArtist(ARTIST.the_quay, { monitored: false })
    // Every other time the manager commits the add and its answer is lost as well.
    if (killAt % 2 === 1) lidarr.faults.next('POST /api/v1/album', dropAfterCommit())
  },
})

const LEDGER = {
  deliveries: [{ format: '', state: 'complete', code: 'requested', began: 1 }],
  charges: [{ unit: ALBUM.live, began: 1, refunded_at: null }],
  jobs: [],
  leases: [],
}

it('killed at any write or call, an album ends with one record under a followed artist, and one ledger', async () => {
  const moments = await crashEverywhere(
    { most: 80, kinds: 2 },
    async ({ world: { lidarr }, place, when }) => {
      await deliverTheRest(place)
      expect(await readLedger(place), when).toEqual(LEDGER)
      const albums = lidarr.albums().filter(album => album.monitored)
      expect(albums, when).toMatchObject([{ mb_id: ALBUM.live }])
      expect(lidarr.artists(), when).toMatchObject([{ monitored: true }])
    },
  )
  expect(moments).toBeGreaterThan(20)
})
