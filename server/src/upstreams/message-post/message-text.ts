import type { Message } from '#ports/message-sender.ts'

/** The text below the title, with the facts line by line. */
export function textOf({ body, fields = [] }: Message): string {
  return [body, ...fields.map(({ name, value }) => `${name}: ${value}`)].join('\n')
}
