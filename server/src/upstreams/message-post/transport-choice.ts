import { isListedHost } from '#kit/listed-host.ts'
import type { GuardedTransport, Outbound, Transport } from '#kit/outbound.ts'
import { isLocalHost } from '#kit/public-address.ts'

export type MessageTransports = Pick<Outbound, 'external' | 'internal' | 'guarded'>

/** The transport for an address that somebody entered. */
export type ChooseTransport = (
  url: URL,
  who: { is_personal: boolean },
) => Pick<Transport, 'send'> | GuardedTransport

/**
 * C64: admins may reach any address, and a local one never through the proxy; people only the internet and the hosts
 * that the operator listed.
 */
export function createTransportChoice(
  outbound: MessageTransports,
  private_hosts: readonly string[],
): ChooseTransport {
  return (url, { is_personal }) => {
    if (is_personal)
      return isListedHost(url, private_hosts, 'any_port') ? outbound.internal : outbound.guarded
    return isLocalHost(url.hostname) ? outbound.internal : outbound.external
  }
}
