import { confirmAddress } from '@foyer/contract/destinations/destinations'
import { type Binding, bind } from '#http/bind.ts'
import { StorageFault } from '#kit/storage-fault.ts'
import type { AddressConfirmation } from './address-confirmation.ts'
import { CONFIRMATION_HEADERS, type ConfirmationResult } from './confirmation-page.ts'

export interface ConfirmationRouteParts {
  confirm: AddressConfirmation['confirm']
  page: (result: ConfirmationResult, accept_language: string | undefined) => string
}

/** Opening the link is the confirmation (C64); what happened is on the page, always with 200. */
export function confirmationRoutes({ confirm, page }: ConfirmationRouteParts): Binding[] {
  async function follow(token: string): Promise<ConfirmationResult> {
    try {
      return (await confirm(token)) ? 'confirmed' : 'unknown'
    } catch (error) {
      if (error instanceof StorageFault) return 'failed'
      throw error
    }
  }

  return [
    bind(confirmAddress).to(async ({ query, raw: { request, reply } }) => {
      const html = page(await follow(query.token), request.headers['accept-language'])
      return reply.headers(CONFIRMATION_HEADERS).type('text/html; charset=utf-8').send(html)
    }),
  ]
}
