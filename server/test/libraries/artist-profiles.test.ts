import { ARTIST, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { expectOk, refusal, setGrants } from '#test/calls.ts'
import { buildWorld } from '#test/world.ts'

const PAGE = `/api/media/music/artists/${ARTIST.the_quay}`
const PICTURE = `/api/discover/music/artist-pictures/${ARTIST.the_quay}`

const build = () =>
  buildWorld({
    products: ['musicbrainz'],
    instances: ['music'],
    users: ['uma', 'vic'],
    grants: { uma: ['music'] },
  })

describe('picture and biography of an artist', () => {
  it('come from the library, relayed by this server, to those who may use it', async () => {
    const { asUma, asVic, asAdmin, users, lidarr } = await build()
    lidarr.addArtist(ARTIST.the_quay)
    const artist = expectOk(await asUma('GET', PAGE))
    expect(artist).toMatchObject({
      name: 'The Quay',
      overview: 'The Quay began in a rehearsal room above a chandlery and still owes the rent.',
      image: PICTURE,
    })
    const picture = await asUma('GET', PICTURE)
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/png'])
    await asUma('GET', PICTURE)
    expect(lidarr.journal.requests('GET /api/v1/mediacover/artist/:id/:file')).toHaveLength(1)
    expect(refusal(await asVic('GET', PICTURE))).toEqual([403, 'no_grant'])
    await setGrants(asAdmin, users.uma.user.id, { music_manager: [] })
    expect(refusal(await asUma('GET', PICTURE))).toEqual([403, 'no_grant'])
  })

  it('an artist outside the library has the text of the lookup; no picture from an unlisted address', async () => {
    const { asUma } = await build()
    const artist = expectOk(await asUma('GET', PAGE))
    expect(artist).toMatchObject({ overview: expect.stringContaining('chandlery') })
    expect(artist).not.toHaveProperty('image')
    expect(refusal(await asUma('GET', PICTURE))).toEqual([404, 'not_found'])
  })

  it('an artist of a library that cannot be read has no profile for now, and is read again', async () => {
    const { asUma, lidarr, musicbrainz } = await build()
    lidarr.faults.always('GET /api/v1/artist', status(503))
    const artist = expectOk(await asUma('GET', PAGE))
    expect(artist).toMatchObject({ name: 'The Quay' })
    expect(artist).not.toHaveProperty('overview')
    expect(artist).not.toHaveProperty('image')
    lidarr.faults.clear()
    expect(expectOk(await asUma('GET', PAGE))).toHaveProperty('overview')
    expectOk(await asUma('GET', PAGE))
    expect(lidarr.journal.requests('GET /api/v1/artist')).toHaveLength(2)
    // The earlier answer of the catalogue stays cached meanwhile.
    expect(musicbrainz.journal.requests('GET /ws/2/artist/:id')).toHaveLength(1)
  })
})
