import { empty, type SimRequest } from '../kit/answer.ts'
import type { JsonRecord } from '../kit/json.ts'
import type { SimServer } from '../kit/sim-server.ts'
import { isoSecond } from '../kit/time.ts'
import { clientOf, either, plexError, tokenOf, xml } from './plex-answers.ts'
import { openPin, type PlexAccount, type PlexCloud, type PlexPin } from './plex-cloud.ts'

/** Pins, the account behind a token, and the devices an approval leaves behind (plex.md, "Sign-in with a pin"). */
export function routeSignIn(server: SimServer, cloud: PlexCloud): void {
  server.route(
    'POST /api/v2/pins',
    request => {
      const client = clientOf(request)
      if (!client) return plexError(1000)
      const product = request.headers['x-plex-product']
      const pin = openPin(cloud, client, typeof product === 'string' ? product : '')
      return either(request, 'pin', pinResource(cloud, pin), 201)
    },
    'open',
  )
  server.route(
    'GET /api/v2/pins/:id',
    request => {
      const client = clientOf(request)
      if (!client) return plexError(1000)
      const pin = cloud.pins.get(Number(request.params['id']))
      const live = pin && pin.client_identifier === client && pin.expires_at > cloud.now()
      return live ? either(request, 'pin', pinResource(cloud, pin)) : plexError(1020)
    },
    'open',
  )
  server.route('GET /api/v2/user', request => {
    const account = cloud.accountOf(tokenOf(request))
    return account
      ? either(request, 'user', accountResource(cloud, account, tokenOf(request)))
      : plexError(1001)
  })
  server.route('DELETE /api/v2/users/signout', request => {
    dropDevices(cloud, device => device.token === tokenOf(request))
    return empty(204)
  })
  routeDevices(server, cloud)
}

function dropDevices(cloud: PlexCloud, gone: (device: PlexCloud['devices'][number]) => boolean): void {
  for (let i = cloud.devices.length - 1; i >= 0; i--) {
    const device = cloud.devices[i]
    if (device && gone(device)) cloud.devices.splice(i, 1)
  }
}

function routeDevices(server: SimServer, cloud: PlexCloud): void {
  const own = (request: SimRequest) => {
    const account = cloud.accountOf(tokenOf(request))
    return cloud.devices.filter(device => device.account_id === account?.id)
  }
  server.route('GET /devices.xml', request =>
    xml('MediaContainer', {
      publicAddress: '203.0.113.5',
      Device: own(request).map(device => ({
        id: device.id,
        name: device.name,
        product: device.product,
        clientIdentifier: device.client_identifier,
        token: device.token,
        provides: 'player',
      })),
    }),
  )
  server.route('DELETE /devices/:file', request => {
    const id = Number(request.params['file']?.replace(/\.xml$/, ''))
    if (!own(request).some(device => device.id === id)) return plexError(1002)
    dropDevices(cloud, device => device.id === id)
    return empty(200)
  })
}

function pinResource(cloud: PlexCloud, pin: PlexPin): JsonRecord {
  return {
    id: pin.id,
    code: pin.code,
    product: pin.product,
    trusted: false,
    qr: `https://plex.tv/api/v2/pins/qr/${pin.code}`,
    clientIdentifier: pin.client_identifier,
    location: {
      code: 'NL',
      european_union_member: true,
      continent_code: 'EU',
      country: 'The Netherlands',
      city: 'Breda',
      time_zone: 'Europe/Amsterdam',
      postal_code: '4814',
      in_privacy_restricted_country: true,
      in_privacy_restricted_region: true,
      subdivisions: 'North Brabant',
      coordinates: '51.58, 4.74',
    },
    expiresIn: Math.round((pin.expires_at - cloud.now()) / 1000),
    createdAt: isoSecond(pin.created_at),
    expiresAt: isoSecond(pin.expires_at),
    authToken: pin.token,
    newRegistration: null,
  }
}

export function avatarOf(account: PlexAccount): string {
  return `https://plex.tv/users/${account.uuid}/avatar?c=1`
}

function accountResource(cloud: PlexCloud, account: PlexAccount, token: string): JsonRecord {
  return {
    id: account.id,
    uuid: account.uuid,
    username: account.username,
    title: account.username,
    email: account.email,
    friendlyName: account.friendly_name,
    locale: null,
    confirmed: true,
    hasPassword: true,
    protected: false,
    thumb: avatarOf(account),
    authToken: token,
    restricted: account.restricted,
    home: account.home,
    guest: false,
    homeSize: 1,
    homeAdmin: account === cloud.owner,
    twoFactorEnabled: false,
    subscription: { active: false, status: 'Inactive', features: [] },
    entitlements: [],
    roles: [],
  }
}
