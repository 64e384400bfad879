import type { LibraryManagerType } from '@foyer/contract/instances/instance-types'
import type { ProfileProposal } from '@foyer/contract/tool-access/profile-proposals'
import type { SettingsChange } from '@foyer/contract/tool-access/settings-changes'
import type { Database } from '#db/database.ts'
import { assertStillMay } from '#features/sessions/index.ts'
import type { Caller } from '#kit/caller.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import type { FormatRecord, FormatSettings, ProfileSettings } from '#ports/manager-configuration.ts'
import type { ChangeLog } from './change-log.ts'
import { diffFormats, formatProblem } from './custom-format-rules.ts'
import type { ManagedInstance, ManagedInstances } from './managed-instances.ts'
import type { RequestedProfileChange } from './profile-change-rules.ts'
import type { ProfileChanges, ProfilePreview } from './profile-changes.ts'
import type { ProfileProposals } from './profile-proposals.ts'
import { viewOf } from './settings-history.ts'
import { newestChange } from './settings-change-store.ts'

/** Which library manager a tool speaks to: the default of its kind unless one is named (0.6). */
export interface ManagerChoice {
  service: LibraryManagerType
  instance_id?: string | undefined
  signal?: AbortSignal | undefined
}

export interface ChosenInstance {
  instance_id: string
  instance_name: string
}

export interface FormatView {
  id: number
  name: string
  specifications: FormatSettings['specifications']
}

/**
 * Quality profiles and custom formats of library managers, for the tools of assistants (2/4.5). Every write is in the
 * history (2:4.8).
 */
export interface ManagerConfiguration {
  readProfiles(
    caller: Caller,
    choice: ManagerChoice,
  ): Promise<ChosenInstance & { profiles: ProfileSettings[] }>
  readFormats(caller: Caller, choice: ManagerChoice): Promise<ChosenInstance & { formats: FormatView[] }>
  previewProfile(
    caller: Caller,
    choice: ManagerChoice & { profile_id: number; requested: RequestedProfileChange },
  ): Promise<ProfilePreview>
  /** Leaves a previewed change to the admins. */
  proposeProfile(caller: Caller, client_name: string, preview: ProfilePreview): Promise<ProfileProposal>
  /** Writes a previewed change, if the profile is still as it was in the preview. */
  applyProfile(
    caller: Caller,
    source: SettingsChange['source'],
    preview: ProfilePreview,
  ): Promise<SettingsChange>
  /** Creates the custom format, or updates the one of this name; null when it is like this already. */
  upsertFormat(
    caller: Caller,
    source: SettingsChange['source'],
    choice: ManagerChoice & { format: FormatSettings },
  ): Promise<SettingsChange | null>
}

interface Parts {
  database: Pick<Database, 'read'>
  clock: Clock
  managers: ManagedInstances
  profile_changes: ProfileChanges
  proposals: Pick<ProfileProposals, 'propose'>
  change_log: ChangeLog
}

export function createManagerConfiguration(parts: Parts): ManagerConfiguration {
  const { database, clock, managers, profile_changes, proposals, change_log } = parts

  const chosen = ({ binding }: ManagedInstance): ChosenInstance => ({
    instance_id: binding.instance_id,
    instance_name: binding.instance_name,
  })

  async function formatsOf(
    { port, connection, binding }: ManagedInstance,
    signal: AbortSignal | undefined,
  ): Promise<FormatRecord[]> {
    const formats = await port.listFormats(connection, signal)
    if (formats) return formats
    const error = `The version of ${port.product} on ${binding.instance_name} has no custom formats.`
    throw new Refusal('not_supported', { error })
  }

  const actor = (caller: Caller) => ({
    actor_user_id: caller.user_id,
    actor_name: caller.username,
    parent_id: null,
    created_at: iso(clock.now()),
  })

  return {
    async readProfiles(caller, { service, instance_id, signal }) {
      const managed = await managers.resolve(caller, service, instance_id)
      const profiles = await managed.port.listProfiles(managed.connection, signal)
      return { ...chosen(managed), profiles: profiles.map(one => one.settings) }
    },

    async readFormats(caller, { service, instance_id, signal }) {
      const managed = await managers.resolve(caller, service, instance_id)
      const formats = await formatsOf(managed, signal)
      const views = formats.flatMap(({ id, settings }) => (id === null ? [] : [{ id, ...settings }]))
      return { ...chosen(managed), formats: views }
    },

    async previewProfile(caller, { service, instance_id, profile_id, requested, signal }) {
      const managed = await managers.resolve(caller, service, instance_id)
      return profile_changes.preview(managed, profile_id, requested, signal)
    },

    async proposeProfile(caller, client_name, preview) {
      await assertStillMay(database.read, caller, 'instances:manage')
      return proposals.propose(caller, client_name, preview)
    },

    async applyProfile(caller, source, preview) {
      const { managed, change, before } = await profile_changes.prepare(preview)
      await assertStillMay(database.read, caller, 'instances:manage')
      const begun = await change_log.begin({ ...change, ...actor(caller), source }, before)
      const ended = await change_log.run(managed, begun)
      return viewOf(ended, ended.status === 'applied')
    },

    async upsertFormat(caller, source, { service, instance_id, format, signal }) {
      const managed = await managers.resolve(caller, service, instance_id)
      const { port, connection, binding } = managed
      const resource = {
        instance_id: binding.instance_id,
        resource_type: 'custom_format',
        resource_name: format.name,
      } as const
      const newest = await newestChange(database.read, { ...resource, resource_id: null })
      const existing = (await formatsOf(managed, signal)).find(one => one.settings.name === format.name)
      const problem = formatProblem(format, await port.listSpecificationKinds(connection, signal))
      if (problem) throw new Refusal('validation', { fields: { custom_format: problem } })
      const changes = diffFormats(existing?.settings ?? null, format)
      if (changes.length === 0) return null
      const intended = port.editFormat(existing ?? null, format)
      await assertStillMay(database.read, caller, 'instances:manage')
      const begun = await change_log.begin(
        {
          ...binding,
          ...resource,
          ...actor(caller),
          source,
          resource_id: existing?.id ?? null,
          operation: existing ? 'update' : 'create',
          summary: summaryOf(format.name, existing === undefined, changes.length),
          changes,
          before_document: existing?.document ?? null,
          after_document: intended.document,
        },
        { newest_id: newest?.id ?? null },
      )
      return viewOf(await change_log.run(managed, begun), false)
    },
  }
}

function summaryOf(name: string, is_new: boolean, count: number): string {
  const conditions = count === 1 ? '1 condition' : `${count} conditions`
  return is_new
    ? `Custom format ${name}: created with ${conditions}`
    : `Custom format ${name}: ${conditions} changed`
}
