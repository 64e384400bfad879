/** What the gateway needs to know of a device. */
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
  /** Flat: phones take nothing else. */
  data: Readonly<Record<string, string | number>>
}

export interface DeviceReport {
  device_id: string
  ok: boolean
  /** The token is dead and the gateway has dropped it. */
  pruned: boolean
  /** The gateway's own word, cut short; not to be trusted and not to be logged. */
  error: string | null
}

/** What became of one notice at each device of one person. */
export interface GatewayReport {
  sent: number
  failed: number
  results: readonly DeviceReport[]
}

/** Forwards notices to Apple's and Google's services (1/4.14). Failures are UpstreamFaults. */
export interface PushGateway {
  /** A key of our own. */
  enrol(signal?: AbortSignal): Promise<{ tenant_id: string; api_key: string }>
  /** Adds the device or replaces its token; twice is once. */
  register(key: string, device: GatewayDevice, signal?: AbortSignal): Promise<void>
  /** Twice is once; an unknown device is fine. */
  unregister(key: string, device_id: string, signal?: AbortSignal): Promise<void>
  /** To every device of this person. Null: it was taken, but the report cannot be read. */
  notify(
    key: string,
    user_id: number,
    notice: GatewayNotice,
    signal?: AbortSignal,
  ): Promise<GatewayReport | null>
}
