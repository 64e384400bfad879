import { sql } from 'kysely'
import type { Migration } from '../migrator.ts'
import { numericId } from './numeric-id.ts'

/** Tool clients and their grants; what assistants changed in library managers, or proposed to (2:4.5, 2:4.8). */
export const toolAccess: Migration = {
  name: '0017-tool-access',
  async up(db, engine) {
    await db.schema
      .createTable('tool_clients')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      .addColumn('client_name', 'text', c => c.notNull())
      .addColumn('application_type', 'text', c => c.notNull())
      // JSON.
      .addColumn('redirect_uris', 'text', c => c.notNull())
      .addColumn('created_at', 'text', c => c.notNull())
      .addColumn('last_used_at', 'text', c => c.notNull())
      .execute()
    await db.schema
      .createTable('tool_codes')
      .addColumn('code_hash', 'text', c => c.primaryKey().notNull())
      .addColumn('purpose', 'text', c => c.notNull())
      // Sealed: it says who consented to what.
      .addColumn('data', 'text', c => c.notNull())
      .addColumn('expires_at', 'text', c => c.notNull())
      .execute()
    await db.schema
      .createTable('tool_grants')
      .addColumn('device_id', 'text', c =>
        c.primaryKey().notNull().references('devices.id').onDelete('cascade'),
      )
      .addColumn('client_id', 'text', c => c.notNull().references('tool_clients.id').onDelete('cascade'))
      .addColumn('resource', 'text', c => c.notNull())
      .addColumn('code_hash', 'text', c => c.notNull())
      .addColumn('refresh_hash', 'text', c => c.notNull())
      .addColumn('refresh_expires_at', 'text', c => c.notNull())
      .addColumn('previous_hash', 'text')
      .addColumn('rotated_at', 'text')
      // Sealed: the pair that a retry within 30 seconds gets again.
      .addColumn('latest_tokens', 'text')
      .execute()
    await db.schema.createIndex('tool_grants_code').on('tool_grants').column('code_hash').execute()
    await db.schema.createIndex('tool_grants_client').on('tool_grants').column('client_id').execute()

    await db.schema
      .createTable('settings_changes')
      .addColumn('id', numericId(engine))
      .addColumn('parent_id', 'integer', c => c.references('settings_changes.id').onDelete('set null'))
      .addColumn('actor_user_id', 'integer', c => c.references('users.id').onDelete('set null'))
      .addColumn('actor_name', 'text', c => c.notNull())
      .addColumn('source', 'text', c => c.notNull())
      .addColumn('service_type', 'text', c => c.notNull())
      // No reference: the history outlives the instance.
      .addColumn('instance_id', 'text', c => c.notNull())
      .addColumn('instance_name', 'text', c => c.notNull())
      .addColumn('instance_url_hash', 'text', c => c.notNull())
      .addColumn('resource_type', 'text', c => c.notNull())
      .addColumn('resource_id', 'integer')
      .addColumn('resource_name', 'text', c => c.notNull())
      .addColumn('operation', 'text', c => c.notNull())
      .addColumn('status', 'text', c => c.notNull())
      .addColumn('summary', 'text', c => c.notNull())
      // JSON: the changed settings, and the whole documents before and after.
      .addColumn('changes', 'text', c => c.notNull())
      .addColumn('before_document', 'text')
      .addColumn('after_document', 'text')
      .addColumn('error_text', 'text')
      .addColumn('created_at', 'text', c => c.notNull())
      .addColumn('completed_at', 'text')
      .execute()
    await db.schema
      .createIndex('settings_changes_parent')
      .on('settings_changes')
      .column('parent_id')
      .execute()

    await db.schema
      .createTable('profile_proposals')
      .addColumn('id', numericId(engine))
      .addColumn('status', 'text', c => c.notNull())
      .addColumn('service_type', 'text', c => c.notNull())
      .addColumn('instance_id', 'text', c => c.notNull())
      .addColumn('instance_name', 'text', c => c.notNull())
      .addColumn('instance_url_hash', 'text', c => c.notNull())
      .addColumn('profile_id', 'integer', c => c.notNull())
      .addColumn('profile_name', 'text', c => c.notNull())
      .addColumn('proposed_by', 'integer', c => c.references('users.id').onDelete('set null'))
      .addColumn('proposed_by_name', 'text', c => c.notNull())
      .addColumn('source_client', 'text', c => c.notNull())
      // JSON: sentences for people; the requested changes; the profile as it was then.
      .addColumn('diff', 'text', c => c.notNull())
      .addColumn('requested', 'text', c => c.notNull())
      .addColumn('before_document', 'text', c => c.notNull())
      .addColumn('created_at', 'text', c => c.notNull())
      .addColumn('expires_at', 'text', c => c.notNull())
      .addColumn('decided_by_name', 'text')
      .addColumn('decided_at', 'text')
      .addColumn('reject_note', 'text')
      .addColumn('result_text', 'text')
      .addColumn('setting_change_id', 'integer', c =>
        c.references('settings_changes.id').onDelete('set null'),
      )
      .execute()
    // One pending proposal for each profile; a newer one supersedes it.
    await sql`create unique index profile_proposals_pending on profile_proposals (instance_id, profile_id)
      where status = 'pending'`.execute(db)
  },
}
