import type { Migration } from '../migrator.ts'

/** Identities of other providers, sign-ins under way, and how each session began (2:4.3, 2:4.4, C62, C63). */
export const signIn: Migration = {
  name: '0016-sign-in',
  async up(db) {
    await db.schema
      .createTable('sign_in_identities')
      .addColumn('provider', 'text', c => c.notNull())
      .addColumn('issuer', 'text', c => c.notNull())
      .addColumn('subject', 'text', c => c.notNull())
      .addColumn('user_id', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('email', 'text', c => c.notNull())
      .addColumn('username', 'text', c => c.notNull())
      .addColumn('created_at', 'text', c => c.notNull())
      .addPrimaryKeyConstraint('sign_in_identities_key', ['provider', 'issuer', 'subject'])
      .execute()
    await db.schema
      .createIndex('sign_in_identities_user')
      .on('sign_in_identities')
      .column('user_id')
      .execute()
    await db.schema
      .createTable('sign_in_attempts')
      .addColumn('flow_hash', 'text', c => c.primaryKey().notNull())
      .addColumn('method', 'text', c => c.notNull())
      .addColumn('version', 'integer', c => c.notNull())
      // Sealed: it holds verifiers and pins of the provider.
      .addColumn('data', 'text', c => c.notNull())
      .addColumn('expires_at', 'text', c => c.notNull())
      .execute()
    await db.schema
      .createTable('oidc_logout_tokens')
      .addColumn('issuer', 'text', c => c.notNull())
      .addColumn('jti', 'text', c => c.notNull())
      .addColumn('expires_at', 'text', c => c.notNull())
      .addPrimaryKeyConstraint('oidc_logout_tokens_key', ['issuer', 'jti'])
      .execute()
    // Sessions from before this migration began with a method that can never be turned off for everybody.
    await db.schema
      .alterTable('devices')
      .addColumn('began_with', 'text', c => c.notNull().defaultTo(''))
      .execute()
    for (const column of ['began_issuer', 'began_subject', 'provider_session'])
      await db.schema.alterTable('devices').addColumn(column, 'text').execute()
  },
}
