import { fillSentence } from '@foyer/contract/sentences'
import { UPSTREAM_SENTENCES } from '@foyer/contract/upstream-sentences'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { Refusal } from '#kit/refusal.ts'
import type { UpstreamFault } from '#kit/upstream-fault.ts'
import type { ByteBudget } from './byte-budget.ts'
import { startDeadline } from './deadline.ts'
import type { Dispatchers } from './dispatchers.ts'
import { type Exchange, exchange, type ResponseHead } from './exchange.ts'
import { faultFromError, isIdempotent } from './faults.ts'
import { QueueFull, type Spacing } from './spacing.ts'
import { headersOf, targetOf } from './target.ts'
import type { OutboundRequest } from './transport.ts'

export interface TransportParts {
  clock: Clock
  log: Log | undefined
  user_agent: string
  random: () => number
  spacing: Spacing
  budget: ByteBudget
  dispatchers: Dispatchers
  onFault?: ((fault: UpstreamFault) => void) | undefined
}

/**
 * Turns the response head into the caller's result. It owns the deadline from then on and must clear it unless it
 * throws.
 */
type Finish<T> = (head: ResponseHead, call: Exchange) => Promise<T>

export interface AttemptOptions<T> {
  accept_encoding: string
  finish: Finish<T>
}

/** One attempt: waits for its slot, sends, and finishes. Throws a fault, or the reason of the caller's signal. */
export async function attempt<T>(
  request: OutboundRequest,
  parts: TransportParts,
  options: AttemptOptions<T>,
): Promise<T> {
  const { signal } = request
  const call = prepare(request, parts, options.accept_encoding)
  await waitForTurn(request, parts)
  signal?.throwIfAborted()
  return perform(
    { ...call, deadline: startDeadline(parts.clock, request.timeout_ms, signal) },
    parts,
    options.finish,
  )
}

/** 0.3: too many waiting calls are a condition of this server, not a fault of the provider. */
async function waitForTurn({ upstream, spacing, signal }: OutboundRequest, parts: TransportParts) {
  if (!spacing) return
  try {
    await parts.spacing.wait(spacing, signal)
  } catch (error) {
    if (!(error instanceof QueueFull)) throw error
    throw new Refusal('unavailable', {
      error: fillSentence(UPSTREAM_SENTENCES.too_many_calls, { value: upstream }),
      headers: { 'retry-after': String(Math.ceil(error.after_ms / 1000)) },
      cause: error,
    })
  }
}

function prepare(request: OutboundRequest, parts: TransportParts, accept_encoding: string) {
  const { clock, dispatchers, user_agent } = parts
  const url = targetOf(request)
  const headers = headersOf(request, { 'accept-encoding': accept_encoding, 'user-agent': user_agent })
  const state = { upstream: request.upstream, idempotent: isIdempotent(request), sent: false }
  return { request, url, headers, state, dispatchers, clock }
}

async function perform<T>(call: Exchange, parts: TransportParts, finish: Finish<T>): Promise<T> {
  const { clock, log } = parts
  const { request, state, deadline } = call
  const { upstream, method } = request
  const started = clock.monotonicMs()
  const elapsed = () => ({ elapsed_ms: Math.round(clock.monotonicMs() - started) })
  try {
    const head = await exchange(call)
    const answer = await finish(head, call)
    log?.debug({ upstream, method, status: head.status, ...elapsed() }, 'Outbound call answered.')
    return answer
  } catch (error) {
    deadline.clear()
    request.signal?.throwIfAborted()
    const fault = faultFromError(error, state, deadline.passed())
    log?.debug({ upstream, method, err: fault, ...elapsed() }, 'Outbound call failed.')
    parts.onFault?.(fault)
    throw fault
  }
}
