import { type Finding, note, ok, problem } from './finding.ts'

export interface Ownership {
  path: string
  folder_uid: number
  /** Who runs this command; undefined where the system has no such numbers. */
  uid: number | undefined
  /** What Foyer has made in the folder so far, the database first. */
  files: readonly { path: string; uid: number }[]
}

/**
 * The user that Foyer runs as, which is the one that runs this command (docs/recovery.md). Root opens everything, so
 * for root it is the owner of the folder; or of the files where the folder is root's too, as the volume of a container
 * and of a pod are.
 */
export function findOwner({ uid, folder_uid, files }: Ownership): number {
  if (uid !== undefined && uid !== 0) return uid
  return folder_uid === 0 ? (files[0]?.uid ?? folder_uid) : folder_uid
}

/** Files of another user cannot be opened by the user that Foyer runs as, whoever owns the folder. */
export function describeOwnership(found: Ownership): Finding {
  const { path, uid, files } = found
  const owner = findOwner(found)
  const others = files.filter(file => file.uid !== owner)
  if (others.length > 0) return describeOthers(found, owner, others)
  if (uid === 0 && owner !== uid) {
    return note(
      'data folder',
      `${path} holds the files of user ${owner}, and this command runs as root. Run commands as the user Foyer runs as.`,
    )
  }
  return ok('data folder', `${path} can be read and written.`)
}

function describeOthers({ path, uid, files }: Ownership, owner: number, others: Ownership['files']): Finding {
  const mend = `chown -R ${owner} ${path}`
  const [foreign, ...more] = new Set(others.map(file => file.uid))
  // The wrong user runs this command, rather than that every file changed hands.
  if (uid !== 0 && foreign !== 0 && more.length === 0 && others.length === files.length) {
    return problem(
      'data folder',
      `Foyer's files in ${path} belong to user ${foreign}, and this command runs as user ${uid}. Run Foyer and this command as user ${foreign}, or give the files to user ${uid} with: ${mend}`,
    )
  }
  const names = others.map(file => file.path).join(', ')
  return problem(
    'data folder',
    `Some files belong to another user than ${owner}: ${names}. All must belong to the user Foyer runs as; give them to it with: ${mend}`,
  )
}
