import * as routes from '@foyer/contract/manager-proxy'
import { type Binding, bind, type Call } from '#http/bind.ts'
import { Refusal } from '#kit/refusal.ts'
import { splitAddress } from './proxy-rules.ts'
import type { ManagerProxy } from './proxy-service.ts'

type ProxyRoute =
  | typeof routes.getManagerProxy
  | typeof routes.getManagerPicture
  | typeof routes.headManagerProxy
  | typeof routes.postManagerProxy
  | typeof routes.putManagerProxy
  | typeof routes.patchManagerProxy
  | typeof routes.deleteManagerProxy

export function managerProxyRoutes(proxy: ManagerProxy): Binding[] {
  async function forward(route: ProxyRoute, call: Call<ProxyRoute>): Promise<void> {
    const { request, reply, bytes } = call.raw
    if (request.headers.upgrade !== undefined) {
      throw new Refusal('validation', { error: 'This address does not accept upgrades.' })
    }
    const leaving = call.leaving()
    const answer = await proxy.forward(
      {
        ...splitAddress(request.url),
        caller: call.caller,
        instance_id: call.params.id,
        method: route.method,
        is_picture: 'cache' in route,
        content_type: request.headers['content-type'],
        body: bytes,
      },
      leaving,
    )
    for (const end of ['finish', 'close']) reply.raw.once(end, answer.release)
    if (leaving.aborted) answer.release()
    // Only these headers of the manager's response are passed on; its cookies and locations are not (1/I). A picture
    // gets the cache header of image relays (0.3); errors are not cached.
    reply.code(answer.status)
    if (!('cache' in route) || answer.status !== 200) reply.header('cache-control', 'private, no-store')
    reply.header('content-security-policy', "sandbox; default-src 'none'")
    if (answer.retry_after !== undefined) reply.header('retry-after', answer.retry_after)
    if (answer.content_type !== '') reply.header('content-type', answer.content_type)
    void reply.send(answer.bytes.length === 0 ? undefined : answer.bytes)
  }

  return [
    bind(routes.getManagerProxy).to(call => forward(routes.getManagerProxy, call)),
    bind(routes.getManagerPicture).to(call => forward(routes.getManagerPicture, call)),
    bind(routes.headManagerProxy).to(call => forward(routes.headManagerProxy, call)),
    bind(routes.postManagerProxy).to(call => forward(routes.postManagerProxy, call)),
    bind(routes.putManagerProxy).to(call => forward(routes.putManagerProxy, call)),
    bind(routes.patchManagerProxy).to(call => forward(routes.patchManagerProxy, call)),
    bind(routes.deleteManagerProxy).to(call => forward(routes.deleteManagerProxy, call)),
  ]
}
