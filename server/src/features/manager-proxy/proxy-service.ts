import { isLibraryManager, type LibraryManagerType } from '@foyer/contract/instances/instance-types'
import type { Database } from '#db/database.ts'
import type { Inventory, ManagerRecord } from '#features/instances/index.ts'
import { notAvailable } from '#features/kids/index.ts'
import type { Caller, CurrentCaller } from '#kit/caller.ts'
import { rasterType } from '#kit/raster-image.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Scrubber } from '#kit/scrub.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { GatewayAnswer, GatewayRequest, ManagerGateway } from '#ports/manager-gateway.ts'
import { isList, parseWhole, rewriteList } from './proxy-body.ts'
import {
  isJsonRoute,
  isLookup,
  isProxyAllowed,
  maxBytesOf,
  staysInside,
  withoutKeys,
  withoutStackTrace,
} from './proxy-rules.ts'

/** 1/I. */
const LOOKUP_MS = 10_000
const READ_MS = 30_000
/** An interactive search queries every indexer and takes a minute or two. */
const ADMIN_MS = 150_000

export interface ProxyCall {
  caller: Caller
  instance_id: string
  method: GatewayRequest['method']
  /** The part after `/proxy/`, as sent. */
  path: string
  query: string
  content_type: string | undefined
  body: Uint8Array | undefined
  /** Whether only a picture is acceptable. */
  is_picture: boolean
}

export interface ProxyAnswer {
  status: number
  content_type: string
  retry_after?: string
  bytes: Buffer
}

/** `release` must be called when the response was sent: until then its bytes count as held. */
type HeldProxyAnswer = ProxyAnswer & { release(): void }

interface LibraryQuestion {
  service_type: LibraryManagerType
  path: string
}

export interface ManagerProxyParts {
  database: Database
  inventory: Inventory
  gateways: Readonly<Record<LibraryManagerType, ManagerGateway>>
  scrubber: Scrubber
  currentCaller: CurrentCaller
  /** Reduces a body to what this caller may see: lists are filtered, also in parts, and null is a blocked record. */
  cutFor(caller: Caller, question: LibraryQuestion): Promise<(body: unknown) => unknown>
  /** Adds the query parameters needed to judge what this caller may see: queue and history with their parents. */
  queryFor(caller: Caller, question: LibraryQuestion, query: string): Promise<string>
}

export function createManagerProxy(parts: ManagerProxyParts) {
  const { database, inventory, gateways, scrubber } = parts

  async function authorise(caller: Caller, call: ProxyCall): Promise<ManagerRecord> {
    const visible = await inventory.visibleTo(database.read, caller)
    const instance = visible.find(one => one.id === call.instance_id)
    if (!instance) {
      throw new Refusal(caller.role === 'admin' ? 'instance_not_found' : 'instance_forbidden')
    }
    const { service_type } = instance
    if (!isLibraryManager(service_type)) throw new Refusal('wrong_service_type')
    if (!isProxyAllowed(caller.role, service_type, call.method, call.path)) {
      throw new Refusal('proxy_not_allowed')
    }
    return { ...instance, service_type }
  }

  async function callManager(
    instance: ManagerRecord,
    call: ProxyCall,
    signal: AbortSignal,
  ): Promise<GatewayAnswer> {
    const { caller, method, path, content_type, body } = call
    const { service_type } = instance
    const lookup = isLookup(path)
    const request: GatewayRequest = {
      method,
      path,
      query: await parts.queryFor(caller, { service_type, path }, withoutKeys(call.query)),
      accept: isJsonRoute(path) ? 'application/json' : '*/*',
      timeout_ms: lookup ? LOOKUP_MS : caller.role === 'admin' ? ADMIN_MS : READ_MS,
      max_bytes: maxBytesOf(path),
      ...(content_type !== undefined && body && { content_type }),
      ...(body && { body }),
    }
    try {
      return await gateways[service_type].send(inventory.connectionOf(instance), request, signal)
    } catch (error) {
      throw explain(error, lookup)
    }
  }

  /** The manager's JSON without secrets and without titles that this caller may not see. */
  async function clean(
    caller: Caller,
    instance: ManagerRecord,
    call: ProxyCall,
    { status, body }: GatewayAnswer,
  ) {
    const { service_type } = instance
    const cut = await parts.cutFor(caller, { service_type, path: call.path })
    // A filtered list is still a list.
    if (isList(body)) return rewriteList(body, elements => scrubber.scrubValue(cut(elements)) as unknown[])
    const whole = withoutStackTrace(status, parseWhole(body))
    const allowed = cut(whole)
    if (allowed === null && whole !== null) throw notAvailable()
    return Buffer.from(JSON.stringify(scrubber.scrubValue(allowed)))
  }

  /** CONTRIBUTING rule 3: authorised first, and again before responding. */
  async function forward(call: ProxyCall, signal: AbortSignal): Promise<HeldProxyAnswer> {
    const instance = await authorise(call.caller, call)
    if (!staysInside(call.path))
      throw new Refusal('validation', {
        error: 'Use a path of the library manager without . and .. parts, backslashes and spaces.',
      })
    const answer = await callManager(instance, call, signal)
    const { release } = answer.body
    try {
      return { ...(await relay(instance, call, answer)), release }
    } catch (error) {
      release()
      throw error
    }
  }

  async function relay(
    instance: ManagerRecord,
    call: ProxyCall,
    answer: GatewayAnswer,
  ): Promise<ProxyAnswer> {
    const caller = await parts.currentCaller(call.caller)
    await authorise(caller, call)
    if (call.is_picture && answer.status === 200) return pictureOf(answer)
    const { status, retry_after } = answer
    const head = { status, ...(retry_after !== undefined && { retry_after }) }
    const bodiless = { ...head, content_type: '', bytes: Buffer.alloc(0) }
    if (answer.body.size === 0) return bodiless
    if (isJson(answer)) {
      return { ...head, content_type: JSON_TYPE, bytes: await clean(caller, instance, call, answer) }
    }
    if (isJsonRoute(call.path)) throw new Refusal('upstream_failed')
    if (caller.role !== 'admin' && !isRaster(answer)) {
      // 1/I: the status is passed on. The manager's page about it is not for users.
      if (status >= 400) return bodiless
      throw new Refusal('upstream_failed')
    }
    return { ...head, content_type: answer.content_type, bytes: answer.body.bytes() }
  }

  return { forward }
}

export type ManagerProxy = ReturnType<typeof createManagerProxy>

const JSON_TYPE = 'application/json; charset=utf-8'

function isJson({ content_type }: GatewayAnswer): boolean {
  return /^(application|text)\/([\w.-]+\+)?json\b/i.test(content_type)
}

function isRaster({ content_type }: GatewayAnswer): boolean {
  return /^image\/(jpeg|png|webp|gif|avif)\b/i.test(content_type)
}

/** Checked by its first bytes: a response that a cookie opens must be harmless, whatever the manager declares. */
function pictureOf({ status, body }: GatewayAnswer): ProxyAnswer {
  const bytes = body.bytes()
  const content_type = rasterType(bytes)
  if (content_type === null) throw new Refusal('upstream_failed')
  return { status, content_type, bytes }
}

/** 1/I: a refused key is unrelated to the caller's session, so it never becomes a 401 or 403. */
function explain(error: unknown, lookup: boolean): unknown {
  if (!(error instanceof UpstreamFault)) return error
  if (error.kind === 'rejected_key') return new Refusal('upstream_rejected', { cause: error })
  if (error.kind === 'timeout' && lookup) return new Refusal('timeout', { cause: error })
  return error
}
