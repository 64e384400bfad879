import type { Database } from '#db/database.ts'
import { Refusal } from '#kit/refusal.ts'
import type { ManagerDocument, ProfileRecord } from '#ports/manager-configuration.ts'
import type { Before } from './change-log.ts'
import type { InstanceBinding, ManagedInstance, ManagedInstances } from './managed-instances.ts'
import {
  diffProfiles,
  planProfile,
  type RequestedProfileChange,
  sentenceOf,
  type SettingDiff,
} from './profile-change-rules.ts'
import { newestChange, type NewChange } from './settings-change-store.ts'

/** A change of a profile as it was shown to somebody. */
export interface ProfilePreview extends InstanceBinding {
  profile_id: number
  profile_name: string
  requested: RequestedProfileChange
  before_document: ManagerDocument
  changes: SettingDiff[]
  /** The same as sentences. */
  diff: string[]
}

type PlannedChange = Pick<
  NewChange,
  keyof InstanceBinding | 'resource_id' | 'resource_name' | 'changes' | 'before_document' | 'after_document'
> & { resource_type: 'quality_profile'; operation: 'update'; summary: string }

/** A previewed change that can be written now. */
export interface ReadyChange {
  managed: ManagedInstance
  change: PlannedChange
  before: Before
}

interface Parts {
  database: Pick<Database, 'read'>
  managers: ManagedInstances
}

/** Plans changes of quality profiles against the profiles as they are now. Nothing is written here. */
export function createProfileChanges({ database, managers }: Parts) {
  async function plan(
    { port, connection }: ManagedInstance,
    live: ProfileRecord,
    requested: RequestedProfileChange,
    signal?: AbortSignal,
  ): Promise<ProfileRecord> {
    const languages =
      requested.language !== undefined && live.settings.language
        ? await port.listLanguages(connection, signal)
        : []
    const planned = planProfile(live.settings, requested, { product: port.product, languages })
    if (planned.unsupported !== null) throw new Refusal('not_supported', { error: planned.unsupported })
    if (!planned.settings) throw new Refusal('validation', { fields: planned.problems })
    return port.editProfile(live, planned.settings)
  }

  return {
    async preview(
      managed: ManagedInstance,
      profile_id: number,
      requested: RequestedProfileChange,
      signal?: AbortSignal,
    ): Promise<ProfilePreview> {
      const live = await managed.port.findProfile(managed.connection, profile_id, signal)
      if (!live) throw new Refusal('not_found', { error: 'There is no quality profile with this id.' })
      const after = await plan(managed, live, requested, signal)
      const changes = diffProfiles(live.settings, after.settings)
      return {
        ...managed.binding,
        profile_id,
        profile_name: live.settings.name,
        requested,
        before_document: live.document,
        changes,
        diff: changes.map(sentenceOf),
      }
    },

    /** Refused with `conflict` when anything is no longer as it was in the preview. */
    async prepare(preview: Omit<ProfilePreview, 'changes' | 'diff'>): Promise<ReadyChange> {
      const { profile_id, profile_name, requested, before_document, ...binding } = preview
      const resource = {
        instance_id: binding.instance_id,
        resource_type: 'quality_profile',
        resource_id: profile_id,
        resource_name: profile_name,
      } as const
      const newest_id = (await newestChange(database.read, resource))?.id ?? null
      const managed = await managers.findSame(binding)
      if (!managed) {
        throw new Refusal('conflict', { error: 'The instance was removed or has another address now.' })
      }
      const live = await managed.port.findProfile(managed.connection, profile_id)
      if (!live || !managed.port.isSameProfile(live.document, before_document)) {
        const error = 'The profile is no longer as it was when this change was prepared. Prepare it again.'
        throw new Refusal('conflict', { error })
      }
      const after = await plan(managed, live, requested)
      const changes = diffProfiles(live.settings, after.settings)
      return {
        managed,
        before: { newest_id },
        change: {
          ...managed.binding,
          ...resource,
          operation: 'update',
          summary: summaryOf(profile_name, changes.map(sentenceOf)),
          changes,
          before_document: live.document,
          after_document: after.document,
        },
      }
    },
  }
}

export type ProfileChanges = ReturnType<typeof createProfileChanges>

/** The first difference, and how many more there are. */
export function summaryOf(name: string, sentences: readonly string[]): string {
  const [first = 'changed', ...more] = sentences
  return more.length === 0 ? `${name}: ${first}` : `${name}: ${first}, and ${more.length} more`
}
