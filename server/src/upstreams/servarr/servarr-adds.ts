import { z } from 'zod'
import { MINUTE_MS } from '#kit/durations.ts'
import type { OutboundAnswer } from '#kit/outbound.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import { type AddObjection, AddRefused, type ShelfOptions } from '#ports/courier-shelf.ts'
import type { Connection } from '#ports/instance-connection.ts'
import type { ServarrCall, ServarrClient, ServarrProduct } from './servarr-client.ts'

/** An add calls the manager's own metadata server, which can be slow (servarr-common.md, 10). */
const ADD_TIMEOUT_MS = MINUTE_MS

const RootFolders = z.array(z.object({ path: z.string(), accessible: z.boolean().nullish() }))
const Profiles = z.array(z.object({ id: z.int() }))
const Added = z.object({ id: z.int() })
/** servarr-common.md, 2, shape 1. */
const Failures = z.array(
  z.object({
    propertyName: z.string().nullish(),
    errorMessage: z.string().nullish(),
    errorCode: z.string().nullish(),
  }),
)

type Failure = z.output<typeof Failures>[number]

export async function readShelfOptions(
  client: ServarrClient,
  connection: Connection,
  signal: AbortSignal,
): Promise<ShelfOptions> {
  const [folders, profiles] = await Promise.all([
    client.get(RootFolders, connection, { path: 'rootfolder', signal }),
    client.get(Profiles, connection, { path: 'qualityprofile', signal }),
  ])
  return {
    // Older builds do not report it; a folder that is not reported as inaccessible is tried.
    root_folders: folders.map(({ path, accessible }) => ({ path, accessible: accessible ?? true })),
    quality_profiles: profiles.map(profile => profile.id),
  }
}

const Tags = z.array(z.object({ id: z.int() }))

export async function readTagIds(
  client: ServarrClient,
  connection: Connection,
  signal: AbortSignal,
): Promise<number[]> {
  const tags = await client.get(Tags, connection, { path: 'tag', signal })
  return tags.map(tag => tag.id)
}

type AddCall = Pick<ServarrCall, 'path' | 'json' | 'signal'>

/** Sends a new record. Throws AddRefused when the manager rejects it. */
export async function sendAdd(
  client: ServarrClient,
  product: ServarrProduct,
  connection: Connection,
  call: AddCall,
): Promise<{ record_id: number }> {
  return { record_id: (await sendNew(client, product, connection, call, Added)).id }
}

/** The same for a manager whose response contains more than the record id. */
export async function sendNew<S extends z.core.$ZodType>(
  client: ServarrClient,
  { product }: ServarrProduct,
  connection: Connection,
  call: AddCall,
  schema: S,
): Promise<z.output<S>> {
  const answer = await client.send(connection, {
    ...call,
    method: 'POST',
    timeout_ms: ADD_TIMEOUT_MS,
    accept_statuses: [400, 409],
  })
  // Two concurrent adds can collide in the manager's own database.
  if (answer.status === 409) throw new AddRefused(product, ['already_there'])
  if (answer.status === 400) throw new AddRefused(product, objectionsIn(answer))
  return readWritten(answer, product, schema)
}

/** The status says that it was done, but only a readable response is proof: anything else is `outcome_unknown`. */
export function readWritten<S extends z.core.$ZodType>(
  answer: OutboundAnswer,
  product: string,
  schema: S,
): z.output<S> {
  try {
    return answer.json(schema)
  } catch (cause) {
    throw new UpstreamFault({ upstream: product, kind: 'outcome_unknown', status: answer.status, cause })
  }
}

function objectionsIn(answer: OutboundAnswer): AddObjection[] {
  const failures = readFailures(answer)
  return failures.length === 0 ? ['other'] : failures.map(objectionOf)
}

/** Shapes 2 and 3 of a 400 contain nothing actionable. */
function readFailures(answer: OutboundAnswer): Failure[] {
  try {
    return answer.json(Failures)
  } catch (error) {
    if (error instanceof UpstreamFault) return []
    throw error
  }
}

/** `propertyName` keeps C# casing and may be nested: `Artist.QualityProfileId`. */
function objectionOf({ propertyName, errorMessage, errorCode }: Failure): AddObjection {
  switch ((propertyName ?? '').split('.').at(-1)?.toLowerCase()) {
    case 'tmdbid':
    case 'tvdbid':
    case 'foreignalbumid':
    case 'musicbrainzid':
      return isThere(errorMessage, errorCode) ? 'already_there' : 'unknown_title'
    case 'rootfolderpath':
      return 'root_folder'
    case 'qualityprofileid':
      return 'quality_profile'
    case 'metadataprofileid':
      return 'metadata_profile'
    case 'path':
      return 'folder_taken'
    default:
      return 'other'
  }
}

/** The code names the validator; builds that omit it still have it in the message. */
function isThere(message: string | null | undefined, code: string | null | undefined): boolean {
  return (code ?? '').endsWith('ExistsValidator') || /already been added/i.test(message ?? '')
}

/** servarr-common.md, 4: an identical waiting command is not queued twice, so sending again is safe. */
export async function sendCommand(
  client: ServarrClient,
  connection: Connection,
  command: { name: string; [parameter: string]: unknown },
  signal: AbortSignal,
): Promise<void> {
  await client.send(connection, {
    method: 'POST',
    path: 'command',
    json: command,
    idempotent: true,
    signal,
  })
}
