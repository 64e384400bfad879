/** A pin that a person approves in their browser, so that Foyer never sees their password. */
export interface OwnerPin {
  /** The provider's id of the pin. */
  id: string
  code: string
  /** The page where the person approves it. */
  url: string
}

export interface OwnerServer {
  machine_identifier: string
  name: string
  /** Empty when none of its addresses may be used (C41). */
  url: string
  owned: boolean
}

/** An account of the invite server's provider. */
export interface ProviderAccount {
  /** Never changes, unlike the name and the address. */
  id: string
  username: string
  email: string
}

/** An account of the invite server's provider, whose owner proves it with a pin. */
export interface PinAccount {
  begin(signal?: AbortSignal): Promise<OwnerPin>
  /** The token once the person approved; null while pending; `expired` when the pin no longer exists. */
  check(pin: OwnerPin, signal?: AbortSignal): Promise<{ token: string } | null | 'expired'>
  describe(token: string, signal?: AbortSignal): Promise<ProviderAccount>
}

/** The account that owns an invite server: linked by a pin, then queried for its servers (1/I). */
export interface OwnerAccount extends PinAccount {
  listServers(token: string, signal?: AbortSignal): Promise<OwnerServer[]>
}

/** The account of somebody who proves an address with it, once (2:4.13.2). */
export interface PersonalAccount extends PinAccount {
  /** Removes the device that the approval registered. The token is useless afterwards. */
  signOut(token: string, signal?: AbortSignal): Promise<void>
}
