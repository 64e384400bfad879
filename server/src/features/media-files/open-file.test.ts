import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { afterTest, temporaryFolder } from '#test/engines.ts'
import { openMediaFile } from './open-file.ts'

function makeFiles() {
  const root = temporaryFolder()
  const outside = temporaryFolder()
  mkdirSync(join(root, 'Show'))
  writeFileSync(join(root, 'Show', 'a.mkv'), 'inside')
  mkdirSync(join(outside, 'Show'))
  writeFileSync(join(outside, 'Show', 'a.mkv'), 'secret')
  return { root, outside, file: join(root, 'Show', 'a.mkv') }
}

async function read(path: string, ...roots: string[]): Promise<string | null> {
  const opened = await openMediaFile(path, roots)
  if (!opened) return null
  const text = await opened.handle.readFile('utf8')
  await opened.handle.close()
  return text
}

/** Reads again and again while something is swapped; what was read and is not of the inside. */
async function readWhile(file: string, root: string, swap: () => Promise<void>): Promise<string[]> {
  const over = new AbortController()
  const swapping = (async () => {
    while (!over.signal.aborted) await swap()
  })()
  const seen = new Set<string>()
  for (let i = 0; i < 300; i += 1) {
    const text = await read(file, root)
    if (text !== null && text !== 'inside') seen.add(text)
  }
  over.abort()
  await swapping
  return [...seen]
}

describe('opening a file beneath a root (1:4.13 rule 2)', () => {
  it('tells its size, and an etag that changes with it', async () => {
    const { root, file } = makeFiles()
    const first = await openMediaFile(file, ['/nowhere', root])
    writeFileSync(file, 'inside and longer')
    const second = await openMediaFile(file, [root])
    afterTest(async () => void (await Promise.all([first?.handle.close(), second?.handle.close()])))
    expect([first?.size, second?.size]).toEqual([6, 17])
    expect(first?.etag).toMatch(/^"[0-9a-f]{24}"$/)
    expect(second?.etag).not.toBe(first?.etag)
  })

  it('follows a link in its place that stays beneath the roots, also through others', async () => {
    const { root, file } = makeFiles()
    renameSync(file, join(root, 'b.mkv'))
    symlinkSync(join(root, 'c.mkv'), file)
    symlinkSync('b.mkv', join(root, 'c.mkv'))
    expect(await read(file, root)).toBe('inside')
  })

  it('refuses a symbolic link that leads out of the root, in a circle, nowhere, or to something that is not a file', async () => {
    const { root, outside, file } = makeFiles()
    const pipe = join(root, 'pipe')
    execFileSync('/bin/sh', ['-c', 'mkfifo "$0"', pipe])
    // The last leads back in by way of the outside, to something else than a file.
    symlinkSync(root, join(outside, 'back'))
    const targets = [
      join(outside, 'Show', 'a.mkv'),
      '../../etc/passwd',
      '/dev/null',
      file,
      join(root, 'none'),
      join(root, 'Show'),
      pipe,
      join(outside, 'back', 'pipe'),
    ]
    for (const target of targets) {
      rmSync(file)
      symlinkSync(target, file)
      expect([target, await read(file, root)]).toEqual([target, null])
    }
  })

  it('holds against a link that is swapped back and forth all the while', async () => {
    const { root, outside, file } = makeFiles()
    const next = join(root, 'next')
    renameSync(file, join(root, 'b.mkv'))
    const seen = await readWhile(file, root, async () => {
      for (const target of [join(root, 'b.mkv'), join(outside, 'Show', 'a.mkv')]) {
        symlinkSync(target, next)
        renameSync(next, file)
        await new Promise(setImmediate)
      }
    })
    expect(seen).toEqual([])
  })

  it('refuses a folder on the way that leads out of the roots, and follows one that stays within', async () => {
    const { root, outside, file } = makeFiles()
    renameSync(join(root, 'Show'), join(root, 'Moved'))
    symlinkSync(join(root, 'Moved'), join(root, 'Show'))
    expect(await read(file, root)).toBe('inside')
    rmSync(join(root, 'Show'))
    symlinkSync(join(outside, 'Show'), join(root, 'Show'))
    expect(await read(file, root)).toBeNull()
    // The same place is fine once it is a root itself.
    expect(await read(file, root, outside)).toBe('secret')
  })

  it('takes a root that is itself a link, and refuses a sibling that begins alike', async () => {
    const { root, file } = makeFiles()
    const link = join(temporaryFolder(), 'root')
    symlinkSync(root, link)
    expect(await read(join(link, 'Show', 'a.mkv'), link)).toBe('inside')
    expect(await read(file, root.slice(0, -1))).toBeNull()
    expect(await read(file)).toBeNull()
  })

  it('refuses a missing path and one that is not a file, and does not wait for a pipe', async () => {
    const { root, file } = makeFiles()
    const pipe = join(root, 'pipe')
    execFileSync('/bin/sh', ['-c', 'mkfifo "$0"', pipe])
    const names = [
      root,
      join(root, 'Show'),
      pipe,
      `${file}/x`,
      join(root, 'none'),
      join(root, 'x'.repeat(300)),
    ]
    for (const path of names) expect([path, await read(path, root)]).toEqual([path, null])
    expect(await read('/dev/null', '/dev')).toBeNull()
  })

  it('keeps to what was opened when the name is given to something else', async () => {
    const { root, outside, file } = makeFiles()
    const opened = await openMediaFile(file, [root])
    afterTest(async () => opened?.handle.close())
    rmSync(file)
    linkSync(join(outside, 'Show', 'a.mkv'), file)
    expect(await opened?.handle.readFile('utf8')).toBe('inside')
  })

  it('holds against a folder that is swapped back and forth all the while', async () => {
    const { root, outside, file } = makeFiles()
    const [show, aside, bait] = ['Show', 'aside', 'bait'].map(name => join(root, name)) as [
      string,
      string,
      string,
    ]
    symlinkSync(join(outside, 'Show'), bait)
    const seen = await readWhile(file, root, async () => {
      renameSync(show, aside)
      renameSync(bait, show)
      await new Promise(setImmediate)
      renameSync(show, bait)
      renameSync(aside, show)
      await new Promise(setImmediate)
    })
    expect(seen).toEqual([])
  })
})
