/** Runs in the browser unchanged, with the sentences of the page's language from its `data-…`; the syntax is old enough for every browser with passkeys. */
export const PAGE_SCRIPT = `
const { api, start, ...texts } = document.body.dataset
const token = new URLSearchParams(location.search).get('token') || ''
const [title, say, button, done] = ['title', 'say', 'go', 'done'].map(id => document.getElementById(id))

const bytes = text =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), sign => sign.charCodeAt(0))
const text = buffer =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=+$/, '')

function show(sentence, mood) {
  say.textContent = sentence
  if (mood) say.dataset.mood = mood
  else delete say.dataset.mood
}

async function post(path, body) {
  const answer = await window.fetch(api + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const data = await answer.json()
  if (!answer.ok) throw data
  return data
}

function nameOfDevice() {
  const names = ['iPhone', 'iPad', 'Android', 'Windows', 'Mac', 'CrOS', 'Linux']
  const found = names.find(name => navigator.userAgent.includes(name))
  return found === 'CrOS' ? 'Chromebook' : found || 'Passkey'
}

async function create(options) {
  const made = await navigator.credentials.create({
    publicKey: {
      ...options,
      challenge: bytes(options.challenge),
      user: { ...options.user, id: bytes(options.user.id) },
      excludeCredentials: (options.excludeCredentials || []).map(known => ({ ...known, id: bytes(known.id) })),
    },
  })
  const { response } = made
  return {
    id: made.id,
    rawId: text(made.rawId),
    type: made.type,
    clientExtensionResults: made.getClientExtensionResults(),
    response: {
      clientDataJSON: text(response.clientDataJSON),
      attestationObject: text(response.attestationObject),
      transports: response.getTransports ? response.getTransports() : [],
    },
  }
}

const SENTENCES = {
  NotAllowedError: texts.cancelled,
  InvalidStateError: texts.held,
  SecurityError: texts.address,
}

function explain(problem) {
  if (problem && problem.code === 'invalid_setup_token') return texts.linkEnded
  if (problem && problem.code && problem.error) return problem.error
  return SENTENCES[problem && problem.name] || texts.failed
}

function finish() {
  button.hidden = true
  done.hidden = false
  done.focus()
}

async function run() {
  button.disabled = true
  show(texts.follow)
  try {
    const { options, session_id } = await post('/begin', { token })
    const answer = await create(options)
    const query = new URLSearchParams({ session_id, token, credential_name: nameOfDevice() })
    await post('/finish?' + query, answer)
    title.textContent = texts.added
    show(texts.addedText, 'ok')
    finish()
  } catch (problem) {
    show(explain(problem), 'bad')
    button.textContent = texts.again
    if (problem && problem.code === 'invalid_setup_token') finish()
  } finally {
    button.disabled = false
  }
}

if (!window.isSecureContext) show(texts.https, 'bad')
else if (!window.PublicKeyCredential) show(texts.unsupported, 'bad')
else {
  button.hidden = false
  button.addEventListener('click', run)
  if (start === 'load') run()
}
`
