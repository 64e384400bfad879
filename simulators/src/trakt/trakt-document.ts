import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Blueprint, readBlueprint } from '../kit/vendor-blueprint.ts'

/** The vendor's document stays outside the repository, under its own licence. */
const FILE = join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'upstreams', 'openapi', 'trakt.apib')

/** Documented once for all methods, in "Pagination" and "Extended Info". */
const GENERAL = ['page', 'limit', 'extended']

/** What Trakt's own document says, or null where it is not at hand. */
export function openTraktDocument(): Blueprint | null {
  return existsSync(FILE) ? readBlueprint(readFileSync(FILE, 'utf8'), GENERAL) : null
}
