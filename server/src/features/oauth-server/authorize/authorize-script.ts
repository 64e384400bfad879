/**
 * Runs in the browser unchanged. The request must survive the redirect to a provider and back. It is kept in this tab
 * (`sessionStorage`), because the server stores nothing about people who have not signed in.
 */
export const AUTHORIZE_SCRIPT = `
const { base, page } = document.body.dataset
const texts = JSON.parse(document.body.dataset.texts)
const KEY = 'foyer-tool-authorization'
const NAMES = ['client_id', 'redirect_uri', 'response_type', 'code_challenge', 'code_challenge_method', 'state', 'scope', 'resource']
const byId = id => document.getElementById(id)
const [form, say, proof, consent] = ['form', 'say', 'proof', 'consent'].map(byId)

function show(sentence, mood) {
  say.textContent = sentence
  if (mood) say.dataset.mood = mood
  else delete say.dataset.mood
  // The button that was pressed may be far below.
  if (sentence) say.scrollIntoView({ block: 'nearest' })
}

const problem = code => show(texts.problems[code] || texts.problems.failed, 'bad')

function restore() {
  try {
    const saved = JSON.parse(sessionStorage.getItem(KEY))
    sessionStorage.removeItem(KEY)
    return saved
  } catch {
    return null
  }
}

const keep = value => sessionStorage.setItem(KEY, JSON.stringify(value))
const addressOf = search => base + '/oauth/authorize?' + search

async function post(path, body) {
  const answer = await window.fetch(base + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const data = await answer.json()
  if (!answer.ok) throw data
  return data
}

const codeOf = fault => {
  if (fault && fault.name === 'NotAllowedError') return 'cancelled'
  return (fault && fault.code) || 'failed'
}

const bytesOf = text => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), sign => sign.charCodeAt(0))
const textOf = bytes =>
  btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=+$/, '')

/** Browsers offer their own on https only; an address at home may be plain http. */
function sha256(message) {
  const primes = []
  for (let n = 2; primes.length < 64; n += 1) if (primes.every(p => n % p)) primes.push(n)
  const fraction = (n, root) => (Math.pow(n, 1 / root) * 4294967296) | 0
  const constants = primes.map(n => fraction(n, 3))
  const hash = primes.slice(0, 8).map(n => fraction(n, 2))
  const padded = new Uint8Array(((message.length + 72) >> 6) << 6)
  padded.set(message)
  padded[message.length] = 128
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 4, message.length * 8)
  const turn = (x, n) => (x >>> n) | (x << (32 - n))
  const words = new Int32Array(64)
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 64; i += 1) {
      if (i < 16) {
        words[i] = view.getInt32(at + i * 4)
        continue
      }
      const a = words[i - 15]
      const b = words[i - 2]
      const s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)
      const s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10)
      words[i] = words[i - 16] + s0 + words[i - 7] + s1
    }
    let [a, b, c, d, e, f, g, h] = hash
    for (let i = 0; i < 64; i += 1) {
      const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
      const one = (h + s1 + ((e & f) ^ (~e & g)) + constants[i] + words[i]) | 0
      const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
      const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
      ;[a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g]
    }
    ;[a, b, c, d, e, f, g, h].forEach((value, i) => {
      hash[i] = (hash[i] + value) | 0
    })
  }
  const out = new DataView(new ArrayBuffer(32))
  hash.forEach((value, i) => out.setInt32(i * 4, value))
  return out.buffer
}

function newProof() {
  const verifier = textOf(crypto.getRandomValues(new Uint8Array(32)))
  return { verifier, challenge: textOf(sha256(new TextEncoder().encode(verifier))) }
}

/** The browser is back from the provider. */
async function resume() {
  const given = new URLSearchParams(location.search)
  const saved = restore()
  if (!saved || saved.flow !== given.get('flow')) {
    byId('title').textContent = texts.lost.title
    show(texts.lost.reason, 'bad')
    return
  }
  const { search, flow, verifier } = saved
  try {
    if (given.has('error')) throw { code: given.get('error') }
    const { consent_ticket } = await post('/api/auth/oidc/exchange', { code: given.get('oidc_code'), flow, verifier })
    keep({ search, ticket: consent_ticket })
  } catch (fault) {
    keep({ search, problem: codeOf(fault) })
  }
  location.replace(addressOf(search))
}

function begin() {
  const given = new FormData(form)
  const oauth = Object.fromEntries(NAMES.filter(name => given.has(name)).map(name => [name, given.get(name)]))
  const search = new URLSearchParams(oauth).toString()
  const buttons = [...form.querySelectorAll('button')]
  let run = 0

  const setBusy = busy => {
    for (const button of buttons) button.disabled = busy
  }

  function askConsent(ticket) {
    setBusy(false)
    proof.hidden = true
    proof.disabled = true
    consent.hidden = false
    consent.disabled = false
    byId('ticket').value = ticket
    show('')
    byId('allow').focus()
  }

  async function passkey() {
    show(texts.follow_device)
    const { options, session_id } = await post('/oauth/passkey/login/begin', { oauth })
    const publicKey = { ...options, challenge: bytesOf(options.challenge), allowCredentials: [] }
    const made = await navigator.credentials.get({ publicKey })
    const { response } = made
    const { redirect_uri } = await post('/oauth/passkey/login/finish?' + new URLSearchParams({ session_id }), {
      id: made.id,
      rawId: textOf(made.rawId),
      type: made.type,
      clientExtensionResults: made.getClientExtensionResults(),
      response: {
        clientDataJSON: textOf(response.clientDataJSON),
        authenticatorData: textOf(response.authenticatorData),
        signature: textOf(response.signature),
        ...(response.userHandle && { userHandle: textOf(response.userHandle) }),
      },
    })
    show(texts.returning)
    location.assign(redirect_uri)
  }

  async function oidc() {
    show(texts.waiting)
    const { verifier, challenge } = newProof()
    const { start_url, flow } = await post('/api/auth/oidc/mcp/begin', { challenge, oauth })
    keep({ search, flow, verifier })
    location.assign(base + start_url)
  }

  const pause = seconds => new Promise(done => window.setTimeout(done, seconds * 1000))

  async function inviteServer() {
    // Before anything is awaited: browsers open windows for a press only.
    const opened = window.open('about:blank', 'foyer-sign-in', 'popup,width=600,height=720')
    show(texts.waiting)
    const mine = (run += 1)
    const { verifier, challenge } = newProof()
    try {
      const { flow, url, interval } = await post('/api/auth/invite-server/mcp/begin', { client: 'mcp', challenge, oauth })
      const link = byId('window')
      link.href = url
      link.hidden = false
      if (opened) opened.location.replace(url)
      show(opened ? texts.confirm_in_window : texts.problems.popup_blocked)
      // A press on another button gives this one up.
      setBusy(false)
      while (mine === run) {
        await pause(interval)
        if (mine !== run) return
        const { status, code } = await post('/api/auth/invite-server/check', { flow, verifier })
        if (status !== 'complete') continue
        if (opened) opened.close()
        link.hidden = true
        const { consent_ticket } = await post('/api/auth/invite-server/exchange', { flow, code, verifier })
        askConsent(consent_ticket)
        return
      }
    } catch (fault) {
      if (opened) opened.close()
      byId('window').hidden = true
      if (mine === run) throw fault
    }
  }

  function offer(id, start) {
    const button = byId(id)
    if (!button) return
    button.addEventListener('click', async () => {
      run += 1
      setBusy(true)
      try {
        await start()
      } catch (fault) {
        problem(codeOf(fault))
      }
      setBusy(false)
    })
  }

  offer('passkey', passkey)
  offer('oidc', oidc)
  offer('invite-server', inviteServer)
  if (byId('passkey') && !window.PublicKeyCredential) byId('passkey').hidden = true
  form.addEventListener('submit', () => {
    run += 1
    show(texts.waiting)
    // The page stays open when the answer goes to an app.
    if (form.dataset.app) window.setTimeout(() => show(texts.returning), 1500)
  })
  // Shown again from the cache of the browser.
  window.addEventListener('pageshow', shown => {
    if (!shown.persisted) return
    setBusy(false)
    show('')
  })

  const saved = restore()
  if (saved && saved.search === search) {
    if (saved.ticket) askConsent(saved.ticket)
    if (saved.problem) problem(saved.problem)
  }
}

if (page === 'form') begin()
if (page === 'resume') resume()
`
