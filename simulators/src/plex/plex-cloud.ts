import { hexOf } from '../kit/ids.ts'
import { MINUTE_MS, type SimClock } from '../kit/time.ts'

export interface PlexAccount {
  id: number
  uuid: string
  username: string
  email: string
  friendly_name: string
  home: boolean
  restricted: boolean
}

export interface PlexDevice {
  id: number
  account_id: number
  client_identifier: string
  name: string
  product: string
  token: string
}

export interface PlexSection {
  /** plex.tv's id, the one sharing takes. */
  id: number
  /** The media server's own number. */
  key: number
  title: string
  type: 'movie' | 'show' | 'artist'
}

export interface PlexShare {
  id: number
  /** null: the address belongs to no account yet. */
  invited_id: number | null
  invited_email: string
  section_ids: number[]
  all_libraries: boolean
  created_at: number
  accepted_at: number | null
  invite_token: string
  /** Works on the media server while the share stands. */
  access_token: string
}

export interface PlexPin {
  id: number
  code: string
  client_identifier: string
  product: string
  created_at: number
  expires_at: number
  token: string | null
}

/** What plex.tv knows; the media server asks it whose token it was shown. */
export interface PlexCloud {
  owner: PlexAccount
  /** The owner's own token: what an administrator pastes into Foyer. */
  owner_token: string
  accounts: Map<number, PlexAccount>
  devices: PlexDevice[]
  pins: Map<number, PlexPin>
  shares: PlexShare[]
  machine_identifier: string
  server_name: string
  sections: PlexSection[]
  /** Set by the media server when it listens. */
  server_url: string | null
  now: () => number
  addAccount: (username: string, email: string) => PlexAccount
  accountOf: (token: string) => PlexAccount | undefined
  addDevice: (
    account: PlexAccount,
    device: { client_identifier: string; name: string; product: string },
  ) => PlexDevice
  /** The person approves the code, as on app.plex.tv. */
  approvePin: (code: string, accountId: number) => void
  addShare: (invited: string | number, sectionIds: readonly number[]) => PlexShare
  acceptShare: (shareId: number) => void
  /** Keys of the sections a token opens; null when it opens nothing. */
  sectionsFor: (token: string) => number[] | null
}

const PIN_MS = 30 * MINUTE_MS

export function createPlexCloud(seed: string, clock: SimClock): PlexCloud {
  const { now } = clock
  const accounts = new Map<number, PlexAccount>()
  const pins = new Map<number, PlexPin>()
  const devices: PlexDevice[] = []
  const shares: PlexShare[] = []
  const secret = (name: string) => hexOf(`${seed}:plex:${name}`, 20)
  // Numbers are never given twice, also after a share or a device is gone.
  let last_share = 30_000
  let last_device = 600_000

  function addAccount(username: string, email: string): PlexAccount {
    const id = accounts.size === 0 ? 40_000_000 : 41_000_000 + accounts.size
    const uuid = hexOf(`${seed}:plex:uuid:${id}`, 16)
    const friendly_name = username.charAt(0).toUpperCase() + username.slice(1).replaceAll(/\d/g, '')
    const account = { id, uuid, username, email, friendly_name, home: false, restricted: false }
    accounts.set(id, account)
    return account
  }

  const owner = addAccount('marlow', 'marlow@example.org')
  const cloud: PlexCloud = {
    owner,
    owner_token: secret('owner'),
    accounts,
    devices,
    pins,
    shares,
    machine_identifier: hexOf(`${seed}:plex:machine`, 40),
    server_name: 'Cellar',
    sections: [
      { id: 118_000_001, key: 1, title: 'Movies', type: 'movie' },
      { id: 118_000_002, key: 2, title: 'Shows', type: 'show' },
      { id: 118_000_003, key: 3, title: 'Music', type: 'artist' },
    ],
    server_url: null,
    now,
    addAccount,
    accountOf(token) {
      if (token === cloud.owner_token) return owner
      const device = devices.find(one => one.token === token)
      return device && accounts.get(device.account_id)
    },
    addDevice(account, own) {
      const id = ++last_device
      const device = { id, account_id: account.id, token: secret(`device:${id}:${now()}`), ...own }
      devices.push(device)
      return device
    },
    approvePin(code, accountId) {
      const pin = pins.values().find(one => one.code === code)
      const account = accounts.get(accountId)
      if (!pin || !account) throw new Error(`no pin ${code}, or no account ${accountId}`)
      const { client_identifier, product } = pin
      pin.token = cloud.addDevice(account, { client_identifier, product, name: product }).token
    },
    addShare(invited, sectionIds) {
      const share = newShare(cloud, ++last_share, invited, sectionIds)
      share.invite_token = secret(`invite:${share.id}`)
      share.access_token = secret(`share:${share.id}`)
      shares.push(share)
      return share
    },
    acceptShare(shareId) {
      const share = shares.find(one => one.id === shareId)
      if (!share) throw new Error(`no share ${shareId}`)
      share.accepted_at ??= now()
    },
    sectionsFor: token => sectionsFor(cloud, token),
  }
  stockFriends(cloud)
  return cloud
}

/** One friend who watches the movies, one with an account but no share, one address that is nobody's yet. */
function stockFriends(cloud: PlexCloud): void {
  const [movies] = cloud.sections
  const ellen = cloud.addAccount('ellen77', 'ellen@example.org')
  cloud.addAccount('tove', 'tove@example.org')
  if (!movies) return
  cloud.acceptShare(cloud.addShare(ellen.id, [movies.id]).id)
  cloud.addShare('new.person@example.org', [movies.id])
}

/** plex.md: a connected account gets the share at once, anybody else an invite. */
function newShare(
  cloud: PlexCloud,
  id: number,
  invited: string | number,
  sectionIds: readonly number[],
): PlexShare {
  const account =
    typeof invited === 'number'
      ? cloud.accounts.get(invited)
      : cloud.accounts
          .values()
          .find(one => [one.email, one.username].some(name => name.toLowerCase() === invited.toLowerCase()))
  const connected = cloud.shares.some(one => one.accepted_at !== null && one.invited_id === account?.id)
  const known = cloud.sections.map(section => section.id)
  return {
    id,
    invited_id: account?.id ?? null,
    invited_email: (account?.email ?? String(invited)).toLowerCase(),
    // An empty list has been used to mean all libraries.
    section_ids: sectionIds.length === 0 ? known : known.filter(id => sectionIds.includes(id)),
    all_libraries: sectionIds.length === 0,
    created_at: cloud.now(),
    accepted_at: account && connected ? cloud.now() : null,
    invite_token: '',
    access_token: '',
  }
}

function sectionsFor(cloud: PlexCloud, token: string): number[] | null {
  if (token === '') return null
  if (cloud.accountOf(token) === cloud.owner) return cloud.sections.map(section => section.key)
  const share = cloud.shares.find(one => one.access_token === token && one.accepted_at !== null)
  if (!share) return null
  return cloud.sections.filter(section => share.section_ids.includes(section.id)).map(section => section.key)
}

export function openPin(cloud: PlexCloud, client_identifier: string, product: string): PlexPin {
  const id = 700_000_123 + cloud.pins.size
  const pin: PlexPin = {
    id,
    code: hexOf(`pin:${id}:${client_identifier}:${cloud.now()}`, 25),
    client_identifier,
    product,
    created_at: cloud.now(),
    expires_at: cloud.now() + PIN_MS,
    token: null,
  }
  cloud.pins.set(id, pin)
  return pin
}
