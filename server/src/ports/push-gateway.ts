/** A device as the gateway registers it. */
export interface GatewayDevice {
  user_id: number
  device_id: string
  platform: 'ios' | 'android'
  token: string
}

export interface GatewayNotice {
  title: string
  body: string
  badge?: number
  collapse_id?: string
  /** Flat: phones accept nothing nested. */
  data: Readonly<Record<string, string | number>>
}

export interface DeviceReport {
  device_id: string
  ok: boolean
  /** The token is dead and the gateway has removed it. */
  pruned: boolean
  /** The gateway's own error text, shortened. It is not trusted and must not be logged. */
  error: string | null
}

/** The result of one notice for each device of one person. */
export interface GatewayReport {
  sent: number
  failed: number
  results: readonly DeviceReport[]
}

/** Forwards notices to Apple's and Google's services (1/4.14). Failures are UpstreamFaults. */
export interface PushGateway {
  /** Obtains an API key of our own. */
  enrol(signal?: AbortSignal): Promise<{ tenant_id: string; api_key: string }>
  /** Adds the device or replaces its token. Idempotent. */
  register(key: string, device: GatewayDevice, signal?: AbortSignal): Promise<void>
  /** Idempotent; an unknown device is not an error. */
  unregister(key: string, device_id: string, signal?: AbortSignal): Promise<void>
  /** Sends to every device of this person. Null: the gateway accepted it, but its report cannot be read. */
  notify(
    key: string,
    user_id: number,
    notice: GatewayNotice,
    signal?: AbortSignal,
  ): Promise<GatewayReport | null>
}
