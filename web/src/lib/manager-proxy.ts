import { getManagerProxy } from '@foyer/contract/manager-proxy'
import { call } from './api.ts'

interface ManagerRead {
  instance_id: string
  /** Relative to the manager's address, such as `api/v1/track`. */
  path: string
  query: Record<string, string>
  signal: AbortSignal
}

/** Reads from a library manager (1/I). The body is the manager's own; callers pick the fields they know. */
export async function readManager({ instance_id, path, query, signal }: ManagerRead): Promise<unknown> {
  const input = { params: { id: instance_id, path }, query }
  return call(getManagerProxy, input, { signal })
}
