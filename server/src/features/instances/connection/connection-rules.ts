import type { ConnectionCategory } from '@foyer/contract/instances/instance-types'
import { SECRET_REQUIRED } from '#kit/secret-required.ts'

type Failure = Exclude<ConnectionCategory, 'ok'>

const SENTENCES: Record<Failure, (product: string) => string> = {
  invalid_url: () => 'Enter an address such as http://192.168.1.20:7878.',
  unreachable: product => `${product} did not answer at this address.`,
  timeout: product => `${product} did not answer in time.`,
  tls: () => 'The certificate at this address could not be verified.',
  unauthorized: product => `${product} refused the key.`,
  wrong_service: () => 'A different service answered at this address.',
  incompatible: product => `This version of ${product} is too old.`,
  redirected: () =>
    'This address redirects to another one. Use the final address, with its path if there is one.',
  upstream_error: product => `${product} answered with an error.`,
  secret_required: () => SECRET_REQUIRED,
}

/** Shown to people. Never contains a host, a path or part of the answer (3.8). */
export function connectionSentence(category: Failure, product: string): string {
  return SENTENCES[category](product)
}
