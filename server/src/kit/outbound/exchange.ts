import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import type { Clock } from '#kit/clock.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { Deadline } from './deadline.ts'
import type { Dispatchers } from './dispatchers.ts'
import { type ExchangeState, faultFromStatus } from './faults.ts'
import { isRedirect, MAX_REDIRECTS, redirectTarget } from './redirects.ts'
import type { AnswerHeaders, OutboundRequest } from './transport.ts'
import { untilAborted } from '#kit/until-aborted.ts'

export interface Exchange {
  request: OutboundRequest
  url: URL
  headers: Record<string, string>
  state: ExchangeState
  deadline: Deadline
  dispatchers: Dispatchers
  clock: Clock
}

export interface ResponseHead {
  url: URL
  status: number
  headers: AnswerHeaders
  body: Readable
}

/** Sends, follows permitted redirects, and returns an acceptable response head with its body unread. */
export async function exchange(parts: Exchange): Promise<ResponseHead> {
  const { request, state, clock } = parts
  let url = parts.url
  for (let hop = 0; ; hop++) {
    const response = await sendOnce(parts, url)
    const status = response.statusCode
    const headers = flatten(response.headers)
    if (isAccepted(status, request)) return { url, status, headers, body: response.body }
    discard(response)
    if (!isRedirect(status)) throw faultFromStatus(status, headers, state, clock.now())
    const target = hop < MAX_REDIRECTS ? redirectTarget(request, url, headers['location']) : null
    if (!target) throw new UpstreamFault({ ...state, kind: 'bad_answer', category: 'redirected', status })
    url = target
  }
}

function isAccepted(status: number, { accept_statuses }: OutboundRequest): boolean {
  return (status >= 200 && status < 300) || accept_statuses?.includes(status) === true
}

function flatten(headers: Dispatcher.ResponseData['headers']): AnswerHeaders {
  const flat: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return flat
}

async function sendOnce(parts: Exchange, url: URL): Promise<Dispatcher.ResponseData> {
  const { request, headers, state, deadline, dispatchers } = parts
  const dispatcher = dispatchers.dispatcherFor(url).compose(noteSending(() => (state.sent = true)))
  const body = request.json === undefined ? request.body : JSON.stringify(request.json)
  const response = dispatcher.request({
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method: request.method,
    // A copy: ProxyAgent adds the host of this hop to the object.
    headers: { ...headers },
    body: body ?? null,
    signal: deadline.signal,
  })
  // undici observes the signal only once connected, and connecting can take long.
  return untilAborted(response, deadline.signal).catch((error: unknown) => {
    response.then(discard, () => {})
    throw error
  })
}

/** Errors after closing are irrelevant. */
function discard({ body }: Dispatcher.ResponseData): void {
  body.on('error', () => {}).destroy()
}

/** Calls `note` when a connection exists and the request is about to be written to it. */
function noteSending(note: () => void): Dispatcher.DispatcherComposeInterceptor {
  return dispatch => (options, handler) =>
    dispatch(options, {
      onRequestStart(controller, context: unknown) {
        note()
        handler.onRequestStart?.(controller, context)
      },
      onResponseStart: (...args) => handler.onResponseStart?.(...args),
      onResponseData: (...args) => handler.onResponseData?.(...args),
      onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
      onResponseError: (...args) => handler.onResponseError?.(...args),
    })
}
