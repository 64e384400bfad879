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

/** The account that owns an invite server: linked by a pin, then queried for its servers (1/I). */
export interface OwnerAccount {
  begin(signal?: AbortSignal): Promise<OwnerPin>
  /** The token once the person approved; null while pending; `expired` when the pin no longer exists. */
  check(pin: OwnerPin, signal?: AbortSignal): Promise<{ token: string } | null | 'expired'>
  describe(token: string, signal?: AbortSignal): Promise<{ username: string; email: string }>
  listServers(token: string, signal?: AbortSignal): Promise<OwnerServer[]>
}
