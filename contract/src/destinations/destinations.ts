import { z } from 'zod'
import { MessageTest } from '../chat-notifications.ts'
import { OpaqueId } from '../primitives.ts'
import { defineRoute, type RouteDefinition } from '../route.ts'
import {
  Destination,
  DestinationChange,
  DestinationDraft,
  Destinations,
  DestinationTestDraft,
} from './destination.ts'

const ofAdmin = {
  access: 'admin',
  permission: 'credentials:manage',
  spec: '0.8 C64',
} as const satisfies Partial<RouteDefinition>
const ofUser = { access: 'user', spec: '0.8 C64' } as const satisfies Partial<RouteDefinition>

const Id = z.object({ id: OpaqueId })
const Deleted = z.object({ status: z.literal('deleted') })

/** C67: with `category`, nothing was sent because the address changed and the stored secret must be entered again. */
const DestinationTest = MessageTest.extend({
  ok: z.literal(false).optional(),
  category: z.literal('secret_required').optional(),
  error: z.string().optional(),
})

/** What a test of a stored destination may try instead of the stored values. */
const Trial = z.object({
  address: DestinationDraft.shape.address.optional(),
  secret: DestinationDraft.shape.secret,
  /** C67: without the stored secret, so that another server may be tried. */
  clear_secret: DestinationDraft.shape.clear_secret,
  template: DestinationDraft.shape.template,
})

export const listDestinations = defineRoute({
  ...ofAdmin,
  method: 'GET',
  path: '/api/admin/destinations',
  summary: "The household's destinations for alerts",
  response: Destinations,
  refusals: ['unavailable'],
})

export const createDestination = defineRoute({
  ...ofAdmin,
  method: 'POST',
  path: '/api/admin/destinations',
  summary: 'Add a destination for alerts',
  body: DestinationDraft,
  response: Destination,
  status: 201,
  refusals: ['validation', 'invalid_webhook_url', 'unavailable'],
})

export const getDestination = defineRoute({
  ...ofAdmin,
  method: 'GET',
  path: '/api/admin/destinations/{id}',
  summary: 'One destination',
  params: Id,
  response: Destination,
  refusals: ['not_found', 'unavailable'],
})

export const changeDestination = defineRoute({
  ...ofAdmin,
  method: 'PUT',
  path: '/api/admin/destinations/{id}',
  summary: 'Change a destination; omitted fields, a blank address and a blank secret are kept',
  params: Id,
  body: DestinationChange,
  response: Destination,
  refusals: ['validation', 'invalid_webhook_url', 'secret_required', 'not_found', 'unavailable'],
})

export const deleteDestination = defineRoute({
  ...ofAdmin,
  method: 'DELETE',
  path: '/api/admin/destinations/{id}',
  summary: 'Remove a destination and cancel what was not sent yet',
  params: Id,
  response: Deleted,
  refusals: ['not_found', 'unavailable'],
})

export const testDestination = defineRoute({
  ...ofAdmin,
  method: 'POST',
  path: '/api/admin/destinations/{id}/test',
  summary: 'Send a sample to a stored destination',
  params: Id,
  body: Trial.optional(),
  response: DestinationTest,
  rate: 'destination_test',
  refusals: ['validation', 'invalid_webhook_url', 'not_found', 'rate_limited', 'unavailable'],
})

export const testDestinationDraft = defineRoute({
  ...ofAdmin,
  method: 'POST',
  path: '/api/admin/destinations/test',
  summary: 'Send a sample to a destination that is not saved',
  body: DestinationTestDraft,
  response: DestinationTest,
  rate: 'destination_test',
  refusals: ['validation', 'invalid_webhook_url', 'rate_limited', 'unavailable'],
})

export const listOwnDestinations = defineRoute({
  ...ofUser,
  method: 'GET',
  path: '/api/me/destinations',
  summary: "The caller's own destinations for alerts",
  response: Destinations,
  refusals: ['unavailable'],
})

export const createOwnDestination = defineRoute({
  ...ofUser,
  method: 'POST',
  path: '/api/me/destinations',
  summary: 'Add a destination of ones own: ntfy, Telegram or e-mail',
  body: DestinationDraft,
  response: Destination,
  status: 201,
  refusals: ['validation', 'unavailable'],
})

export const getOwnDestination = defineRoute({
  ...ofUser,
  method: 'GET',
  path: '/api/me/destinations/{id}',
  summary: 'One destination of the caller',
  params: Id,
  response: Destination,
  refusals: ['not_found', 'unavailable'],
})

export const changeOwnDestination = defineRoute({
  ...ofUser,
  method: 'PUT',
  path: '/api/me/destinations/{id}',
  summary: 'Change a destination of the caller',
  params: Id,
  body: DestinationChange,
  response: Destination,
  refusals: ['validation', 'secret_required', 'not_found', 'unavailable'],
})

export const deleteOwnDestination = defineRoute({
  ...ofUser,
  method: 'DELETE',
  path: '/api/me/destinations/{id}',
  summary: 'Remove a destination of the caller',
  params: Id,
  response: Deleted,
  refusals: ['not_found', 'unavailable'],
})

export const testOwnDestination = defineRoute({
  ...ofUser,
  method: 'POST',
  path: '/api/me/destinations/{id}/test',
  summary: 'Send a sample to a destination of the caller; an unconfirmed e-mail address gets its link again',
  params: Id,
  body: Trial.optional(),
  response: DestinationTest,
  rate: 'destination_test',
  refusals: ['validation', 'not_found', 'rate_limited', 'unavailable'],
})

export const testOwnDestinationDraft = defineRoute({
  ...ofUser,
  method: 'POST',
  path: '/api/me/destinations/test',
  summary: 'Send a sample to an own destination that is not saved',
  body: DestinationTestDraft,
  response: DestinationTest,
  rate: 'destination_test',
  refusals: ['validation', 'rate_limited', 'unavailable'],
})

/** A page of its own: the link in the e-mail leads here, and opening it is the confirmation. */
export const confirmAddress = defineRoute({
  access: 'public',
  spec: '0.8 C64',
  method: 'GET',
  path: '/destinations/confirm',
  summary: 'Confirm a personal e-mail address; always 200, and the page says what happened',
  // Whatever stands in the link, the answer is a page.
  query: z.object({ token: z.string().catch('') }),
  kind: 'page',
})
