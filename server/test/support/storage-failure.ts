import pg from 'pg'

/** Removes the PostgreSQL database of a test while it is in use, as an outage would. */
export async function dropDatabase(url: string): Promise<void> {
  const address = new URL(url)
  const name = address.pathname.slice(1)
  address.pathname = '/postgres'
  const admin = new pg.Client({ connectionString: address.href })
  await admin.connect()
  await admin.query(`drop database ${name} with (force)`)
  await admin.end()
}
