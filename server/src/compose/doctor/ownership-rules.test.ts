import { describe, expect, it } from 'vitest'
import { describeOwnership } from './ownership-rules.ts'

const DATABASE = '/config/foyer.db'
const KEY = '/config/encryption.key'
const BACKUPS = '/config/backups'

/** What the doctor says of a folder, of who owns it and of who owns the database, the key and the backups. */
function say(run_as: number | undefined, folder_uid: number, ...owners: number[]): string {
  const files = [DATABASE, KEY, BACKUPS].slice(0, owners.length)
  const { state, sentence } = describeOwnership({
    path: '/config',
    uid: run_as,
    folder_uid,
    files: files.map((path, i) => ({ path, uid: owners[i] ?? 0 })),
  })
  return `${state}: ${sentence}`
}

const WELL = 'ok: /config can be read and written.'

describe('the owner of the data folder', () => {
  it('may be root while the files are those of the user that Foyer runs as', () => {
    // The volume of the image (1777) and a claim of Kubernetes with fsGroup (root:1000, 2775), before and after a start.
    expect(say(1000, 0)).toBe(WELL)
    expect(say(1000, 0, 1000, 1000, 1000)).toBe(WELL)
  })

  it('is that user in a folder of their own, root or not, and where there are no users', () => {
    expect(say(1000, 1000, 1000, 1000)).toBe(WELL)
    expect(say(0, 0, 0, 0)).toBe(WELL)
    expect(say(0, 0)).toBe(WELL)
    expect(say(undefined, 0, 0, 0)).toBe(WELL)
  })

  it('is asked to take back what another user made, also in a folder of root', () => {
    for (const folder_uid of [0, 1000]) {
      expect(say(1000, folder_uid, 1000, 1000, 0)).toBe(
        `problem: Some files belong to another user than 1000: ${BACKUPS}. All must belong to the user Foyer runs as; give them to it with: chown -R 1000 /config`,
      )
    }
  })

  it("is named before anything changes hands when every file is another user's", () => {
    expect(say(2000, 0, 1000, 1000)).toBe(
      "problem: Foyer's files in /config belong to user 1000, and this command runs as user 2000. Run Foyer and this command as user 1000, or give the files to user 2000 with: chown -R 2000 /config",
    )
    // Nobody is asked to run Foyer as root.
    expect(say(1000, 0, 0, 0)).toMatch(/^problem: Some files .+: chown -R 1000 \/config$/)
  })

  it("is looked for by root in the folder, or in the files where the folder is root's", () => {
    const note =
      'note: /config holds the files of user 1000, and this command runs as root. Run commands as the user Foyer runs as.'
    expect(say(0, 0, 1000, 1000)).toBe(note)
    expect(say(0, 1000, 1000, 1000)).toBe(note)
    expect(say(0, 1000)).toBe(note)
    for (const folder_uid of [0, 1000]) {
      expect(say(0, folder_uid, 1000, 0)).toBe(
        `problem: Some files belong to another user than 1000: ${KEY}. All must belong to the user Foyer runs as; give them to it with: chown -R 1000 /config`,
      )
    }
  })
})
