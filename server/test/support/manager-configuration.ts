import type { ProfileProposal } from '@foyer/contract/tool-access/profile-proposals'
import type { SettingsChange } from '@foyer/contract/tool-access/settings-changes'
import type { TokenResponse } from '@foyer/contract/sessions/sessions'
import type { Engine } from '#db/database.ts'
import type { TestApp } from './app.ts'
import { type Call, expectOk } from './calls.ts'
import { toolResult } from './tools.ts'
import { buildWorld } from './world.ts'

export const CHANGES = '/api/admin/external-settings-changes'
export const PROPOSALS = '/api/admin/profile-change-proposals'
export const PUT_PROFILE = 'PUT /api/v3/qualityprofile/:id'
export const GET_PROFILE = 'GET /api/v3/qualityprofile/:id'

/** HD-1080p ends its upgrades at Bluray-1080p; 3 is WEBDL-1080p. */
export const CUTOFF = { service: 'movie_manager', profile_id: 4, changes: { quality_cutoff_id: 3 } } as const

export const startMovies = (engine: Engine = 'sqlite') =>
  buildWorld({ instances: ['movies'], engine, users: ['uma'] })
export type Movies = Awaited<ReturnType<typeof startMovies>>

/** A profile as Radarr has it. */
export function profileOf({ radarr }: Movies, id = 4) {
  const found = radarr.profiles.all().find(one => one.id === id)
  if (!found) throw new Error(`no profile ${id}`)
  return found
}

/** A turn of the chat: what it previews can be applied in it. */
export function createTurn(app: TestApp, admin: TokenResponse) {
  const previews = new Map<string, unknown>()
  const options = { source: 'chat', previews } as const
  return {
    options,
    call: (name: string, input: object) => toolResult(app, admin, name, input, options),
    /** Prepares and applies a change, as the chat does when the person agreed. */
    async change(input: object) {
      const { change_reference } = await toolResult(app, admin, 'preview_profile_change', input, options)
      return toolResult(app, admin, 'apply_profile_change', { change_reference }, options)
    },
  }
}

export async function listChanges(asAdmin: Call): Promise<SettingsChange[]> {
  return expectOk(await asAdmin('GET', CHANGES)).changes
}

export async function listProposals(asAdmin: Call, status = 'pending'): Promise<ProfileProposal[]> {
  return expectOk(await asAdmin('GET', `${PROPOSALS}?status=${status}`)).proposals
}
