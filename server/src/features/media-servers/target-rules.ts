import type { InstanceRecord } from '#features/instances/index.ts'

/** Empty: people cannot sign in there, so the server is skipped (2/4.13). */
export function publicAddressOf({ server_config }: Pick<InstanceRecord, 'server_config'>): string {
  return server_config?.public_address ?? ''
}

/** Whether answers of the server are still about the target that was configured when it was asked (2:4.13.6). */
export function isSameTarget(before: InstanceRecord, now: InstanceRecord): boolean {
  return targetOf(before) === targetOf(now)
}

function targetOf({ service_type, url, api_key_box, server_config }: InstanceRecord): string {
  const { public_address, machine_identifier } = server_config ?? {}
  return JSON.stringify([service_type, url, api_key_box, public_address, machine_identifier])
}
