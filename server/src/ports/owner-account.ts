/** A pin that a person approves in their browser, so that we never see their password. */
export interface OwnerPin {
  /** The provider's own id of it. */
  id: string
  code: string
  /** Where the person goes to approve it. */
  url: string
}

export interface OwnerServer {
  machine_identifier: string
  name: string
  /** Empty when no address of it may be used (C41). */
  url: string
  owned: boolean
}

/** The account behind an invite server: linked by a pin, then asked for its servers (1/I). */
export interface OwnerAccount {
  begin(signal?: AbortSignal): Promise<OwnerPin>
  /** The token once the person approved; null while they have not; `expired` when the pin is no more. */
  check(pin: OwnerPin, signal?: AbortSignal): Promise<{ token: string } | null | 'expired'>
  describe(token: string, signal?: AbortSignal): Promise<{ username: string; email: string }>
  listServers(token: string, signal?: AbortSignal): Promise<OwnerServer[]>
}
