import {
  acceptedContent,
  completable,
  inputRequired,
  type McpServer,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'

const PIXEL_PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
export const image = { type: 'image' as const, data: PIXEL_PNG, mimeType: 'image/png' }
export const fromUser = <C>(content: C) => ({ role: 'user' as const, content })

export function addResources(server: McpServer): void {
  server.registerResource(
    'static-text',
    'test://static-text',
    { description: 'A text', mimeType: 'text/plain' },
    ({ href: uri }) => ({
      contents: [{ uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }],
    }),
  )
  server.registerResource(
    'static-binary',
    'test://static-binary',
    { description: 'An image', mimeType: 'image/png' },
    ({ href: uri }) => ({ contents: [{ uri, mimeType: 'image/png', blob: PIXEL_PNG }] }),
  )
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { description: 'Data by id', mimeType: 'application/json' },
    ({ href: uri }, { id }) => {
      const data = { id, templateTest: true, data: `Data for ID: ${String(id)}` }
      return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(data) }] }
    },
  )
  server.server.setRequestHandler('resources/subscribe', () => ({}))
  server.server.setRequestHandler('resources/unsubscribe', () => ({}))
}

export function addPrompts(server: McpServer): void {
  const said = (words: string) => fromUser({ type: 'text' as const, text: words })
  server.registerPrompt('test_simple_prompt', { description: 'Without arguments' }, () => ({
    messages: [said('This is a simple prompt for testing.')],
  }))
  server.registerPrompt(
    'test_prompt_with_arguments',
    {
      description: 'With arguments',
      argsSchema: z.object({
        arg1: completable(z.string().describe('First test argument'), () => ['paris', 'park']),
        arg2: z.string().describe('Second test argument'),
      }),
    },
    ({ arg1, arg2 }) => ({ messages: [said(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)] }),
  )
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'With a resource', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri: uri }) => ({
      messages: [
        fromUser({
          type: 'resource' as const,
          resource: { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
        }),
        said('Please process the embedded resource above.'),
      ],
    }),
  )
  server.registerPrompt('test_prompt_with_image', { description: 'With an image' }, () => ({
    messages: [fromUser(image), said('Please analyze the image above.')],
  }))
  server.registerPrompt(
    'test_input_required_result_prompt',
    { description: 'Needs to know something first' },
    ({ mcpReq }: ServerContext) => {
      const requestedSchema = z.object({ context: z.string() })
      const given = acceptedContent(mcpReq.inputResponses, 'user_context', requestedSchema)
      if (given) return { messages: [said(given.context)] }
      const message = 'What context should the prompt use?'
      return inputRequired({
        inputRequests: { user_context: inputRequired.elicit({ message, requestedSchema }) },
      })
    },
  )
}
