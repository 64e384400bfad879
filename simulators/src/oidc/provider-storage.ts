import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'

/**
 * Sessions, codes and tokens of one provider, in memory. `oidc-provider` brings the same, and warns about it at each
 * start. Nothing is removed when it expires: the provider checks that itself, and lives as long as one test.
 */
export function createProviderStorage(): AdapterFactory {
  const models = new Map<string, Map<string, AdapterPayload>>()

  return model => {
    const rows = models.get(model) ?? new Map<string, AdapterPayload>()
    models.set(model, rows)
    const findWith = (field: 'uid' | 'userCode', value: string) =>
      rows.values().find(row => row[field] === value)
    const adapter: Adapter = {
      async upsert(id, payload) {
        rows.set(id, payload)
      },
      find: async id => rows.get(id),
      findByUid: async uid => findWith('uid', uid),
      findByUserCode: async user_code => findWith('userCode', user_code),
      async consume(id) {
        const row = rows.get(id)
        if (row) row.consumed = Math.floor(Date.now() / 1000)
      },
      async destroy(id) {
        rows.delete(id)
      },
      // Codes and tokens of all kinds belong to a grant, and the provider asks for each kind.
      async revokeByGrantId(grant_id) {
        for (const [id, row] of rows) if (row.grantId === grant_id) rows.delete(id)
      },
    }
    return adapter
  }
}
