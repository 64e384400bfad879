import type { Migration } from '../migrator.ts'

/** Places that alerts go to besides devices: the chat webhook (2:4.10) and destinations (C64). */
export const destinations: Migration = {
  name: '0020-destinations',
  async up(db) {
    await db.schema
      .createTable('destinations')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      // Null: the household's.
      .addColumn('owner_id', 'integer', c => c.references('users.id').onDelete('cascade'))
      .addColumn('kind', 'text', c => c.notNull())
      .addColumn('name', 'text', c => c.notNull())
      .addColumn('enabled', 'integer', c => c.notNull())
      .addColumn('events', 'text', c => c.notNull())
      // Sealed: address and secret.
      .addColumn('config_box', 'text', c => c.notNull())
      .addColumn('target', 'text', c => c.notNull())
      .addColumn('has_secret', 'integer', c => c.notNull())
      .addColumn('confirmed', 'integer', c => c.notNull())
      .addColumn('confirm_hash', 'text', c => c.unique())
      .addColumn('confirm_until', 'text')
      .addColumn('last_sent_at', 'text')
      .addColumn('failing_since', 'text')
      .addColumn('last_error', 'text')
      .addColumn('created_at', 'text', c => c.notNull())
      .addColumn('updated_at', 'text', c => c.notNull())
      .execute()
    await db.schema.createIndex('destinations_owner').on('destinations').column('owner_id').execute()
    // What was sent once for a fact, such as a new request, is never sent again for it.
    await db.schema.alterTable('alert_sends').addColumn('receipt', 'text').execute()
    await db.schema
      .createIndex('alert_sends_receipt')
      .unique()
      .on('alert_sends')
      .columns(['channel', 'receipt'])
      .execute()
    // The oldest waiting send of a destination goes first.
    await db.schema
      .createIndex('alert_sends_queue')
      .on('alert_sends')
      .columns(['channel', 'destination', 'state', 'id'])
      .execute()
    await db.schema
      .createTable('send_holds')
      .addColumn('channel', 'text', c => c.notNull())
      .addColumn('destination', 'text', c => c.notNull())
      .addColumn('until', 'text', c => c.notNull())
      .addPrimaryKeyConstraint('send_holds_pk', ['channel', 'destination'])
      .execute()
    // Links to confirm e-mail addresses, for an hour: nobody can have a stranger's mailbox filled.
    await db.schema
      .createTable('confirmation_mails')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      .addColumn('owner_id', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('address_hash', 'text', c => c.notNull())
      .addColumn('sent_at', 'text', c => c.notNull())
      .execute()
  },
}
