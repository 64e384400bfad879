import type { DeliveryState, RequestResponse, RequestStatus } from '@foyer/contract/requests/requests'
import { z } from 'zod'

/** How the delivery of a request is going. */
export const Delivery = z.object({
  format: z.enum(['ebook', 'audiobook']).optional(),
  state: z.string(),
  message: z.string(),
  next_attempt_at: z.string().optional(),
  can_retry: z.boolean(),
  can_cancel: z.boolean(),
})

const RETRYABLE = new Set<DeliveryState['state']>(['retry', 'waiting_library', 'attention'])

export function presentDelivery(delivery: DeliveryState): z.input<typeof Delivery> {
  const { format, state, message, next_attempt_at, can_manage, can_cancel } = delivery
  return {
    format,
    state,
    message,
    next_attempt_at,
    can_retry: can_manage && RETRYABLE.has(state),
    can_cancel,
  }
}

/** A saved request, as a tool answers it. */
export const SavedRequest = z.object({
  request_id: z.int(),
  media_type: z.enum(['movie', 'tv', 'book', 'music']),
  title: z.string(),
  /** C69: the title is the requester's; no provider has confirmed it yet. */
  title_unverified: z.literal(true).optional(),
  status: z.string(),
  status_known: z.boolean(),
  instance_id: z.string().optional(),
  seasons: z.array(z.int()).optional(),
  book_formats: z.object({ ebook: z.string(), audiobook: z.string() }).optional(),
  delivery: z.array(Delivery),
  /** In words, to pass on to the person. */
  message: z.string(),
})

export function presentRequest(saved: RequestResponse): z.input<typeof SavedRequest> {
  return { ...saved, delivery: saved.delivery.map(presentDelivery), message: requestWords(saved) }
}

/** What happened to a request, in words to pass on. */
export function requestWords(saved: RequestResponse): string {
  const { title, title_unverified, status, delivery } = saved
  const name = title_unverified ? `"${title}" (named so by the requester)` : `"${title}"`
  const words = [`${name}: ${statusWords(status)}`]
  for (const { state, format, message } of delivery) {
    const isNews = state !== 'approval' && state !== 'complete' && message !== ''
    if (isNews) words.push(format ? `${capital(format)}: ${message}` : message)
  }
  return words.map(sentence).join(' ')
}

const STATUS_WORDS: Record<RequestStatus, string> = {
  pending: 'the request is saved and waits for the approval of an admin',
  requested: 'the request is approved and on its way to the library',
  available: 'it is already in the library',
  partial: 'a part of it is in the library',
  downloading: 'it is being downloaded',
  denied: 'the request was declined',
  unavailable: 'it is not in the library, and no request for it is open',
}

export function statusWords(status: RequestStatus): string {
  return STATUS_WORDS[status]
}

/** Unknown is not absent: a library that could not be read says nothing about the title. */
export const STATUS_UNKNOWN =
  'The library could not be read, so whether the title is there is not known. Do not say that it is missing.'

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
