import { defineRoute } from '@foyer/contract/route'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { bind } from './bind.ts'
import { createCallRoute } from './call-route.ts'

const read = { method: 'GET', spec: '2:4.5', summary: 'Read', access: 'user' } as const
const response = z.object({ ok: z.boolean() })
const plain = defineRoute({ ...read, path: '/api/plain', response })
const limited = defineRoute({ ...read, path: '/api/limited', rate: 'media_server', response })

const caller = { user_id: 1, username: 'uma', role: 'user', device_id: 'd' } as const
const facts = { id: 'r', ip: '127.0.0.1', origin: 'http://localhost', user_agent: '' }

describe('a route called from inside', () => {
  it('answers as over HTTP, unless a rate limit would be skipped (0.5)', async () => {
    const bindings = [bind(plain).to(() => ({ ok: true })), bind(limited).to(() => ({ ok: true }))]
    const call = createCallRoute(() => bindings)
    const as = { caller, facts, signal: new AbortController().signal }
    expect(await call(plain, {}, as)).toEqual({ ok: true })
    await expect(call(limited, {}, as)).rejects.toThrow('cannot be called from inside')
  })
})
