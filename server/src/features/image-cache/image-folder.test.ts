import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createTestClock } from '#test/test-clock.ts'
import { temporaryFolder } from '#test/engines.ts'
import { createImageFolder } from './image-folder.ts'

const PICTURE = Buffer.from('the bytes of a picture')
/** What a picture of these bytes takes on disk. */
const ON_DISK = PICTURE.length + 32

function open(path = temporaryFolder()) {
  const clock = createTestClock()
  return { path, clock, folder: createImageFolder({ path, clock }) }
}

describe('the folder of pictures', () => {
  it('gives back what was written, also after a restart', async () => {
    const { path, folder } = open()
    expect(await folder.read('w342/a.jpg')).toBeNull()
    await folder.write('w342/a.jpg', PICTURE)
    expect(await folder.read('w342/a.jpg')).toEqual(PICTURE)
    const later = open(path).folder
    expect(await later.read('w342/a.jpg')).toEqual(PICTURE)
    expect(await later.usedBytes()).toBe(ON_DISK)
  })

  it.each([
    ['cut', (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 20))],
    ['empty', (file: string) => writeFileSync(file, '')],
    ['changed', (file: string) => writeFileSync(file, readFileSync(file).fill(0, 3, 4))],
    ['gone', (file: string) => rmSync(file)],
  ])('takes a file that is %s for none, and forgets it', async (_how, damage) => {
    const { path, folder } = open()
    await folder.write('w342/a.jpg', PICTURE)
    damage(join(path, 'w342/a.jpg'))
    expect(await folder.read('w342/a.jpg')).toBeNull()
    expect(await folder.usedBytes()).toBe(0)
    await folder.write('w342/a.jpg', PICTURE)
    expect(await folder.read('w342/a.jpg')).toEqual(PICTURE)
  })

  it('takes no picture for one of another name', async () => {
    const { path, folder } = open()
    await folder.write('w342/a.jpg', PICTURE)
    writeFileSync(join(path, 'w342/b.jpg'), readFileSync(join(path, 'w342/a.jpg')))
    expect(await open(path).folder.read('w342/b.jpg')).toBeNull()
  })

  it('lets the longest unused go first, also across a restart', async () => {
    const { path, clock, folder } = open()
    for (const name of ['a', 'b', 'c']) {
      clock.advance(1000)
      await folder.write(`w342/${name}.jpg`, PICTURE)
    }
    // Used two hours later, which is long enough to be written down.
    clock.advance(7_200_000)
    await folder.read('w342/a.jpg')
    await folder.shrink(2 * ON_DISK)
    expect(readdirSync(join(path, 'w342')).sort()).toEqual(['a.jpg', 'c.jpg'])
    await folder.write('w342/d.jpg', PICTURE)
    const later = open(path).folder
    await later.shrink(ON_DISK)
    expect(readdirSync(join(path, 'w342'))).toHaveLength(1)
    expect(await later.usedBytes()).toBe(ON_DISK)
    await later.shrink(0)
    expect(readdirSync(join(path, 'w342'))).toEqual([])
  })

  it('clears away what a process that ended left half written', async () => {
    const { path } = open()
    writeFileSync(join(path, 'abc.part'), 'half a pic')
    const { folder } = open(path)
    expect(await folder.usedBytes()).toBe(0)
    expect(readdirSync(path)).toEqual([])
  })
})
