/**
 * Runs inside index.html before anything else: draws the page frame with placeholders, and the picture that head.js
 * found: on the home page the hero of the last visit, on the page of a title its backdrop. The program is loaded after
 * that picture had a chance to be painted, so that neither its download nor its work delays the picture.
 */
const PROGRAM = '__PROGRAM__'
/** How long the picture gets before the program starts to share its bandwidth. */
const HEAD_START_MS = 400

const frame = document.getElementById('first')
/** Shown when nobody is signed in. */
const stage = document.getElementById('first-stage')
const part = name => frame.querySelector(`[data-part=${name}]`)

function drawFrame({ has_session, is_narrow, is_home, is_admin, hero, backdrop }) {
  if (!has_session) {
    stage.hidden = false
    return
  }
  frame.hidden = false
  if (is_narrow) part('sidebar').classList.replace('w-60', 'w-[4.25rem]')
  part(is_home ? 'home' : backdrop ? 'title' : 'page').hidden = false
  part('attention').hidden = !is_admin
  if (hero) drawHero(hero)
  if (backdrop) drawBackdrop(backdrop)
}

function drawPicture(place, { sizes, srcSet: srcset, src }) {
  Object.assign(part(place), { sizes, srcset, src, hidden: false })
}

function drawBackdrop({ picture, tint }) {
  part('backdrop').parentElement.style.backgroundColor = tint
  drawPicture('backdrop', picture)
}

function drawHero({ picture, server, about, title }) {
  part('server').textContent = server
  part('about').textContent = about
  part('name').textContent = title.name
  part('overview').textContent = title.overview
  drawPicture('picture', picture)
}

/** In English, like the note for browsers without scripts: the languages are part of what did not arrive. */
function sayFailed() {
  const failed = document.getElementById('first-failed')
  failed.querySelector('button').addEventListener('click', () => location.reload())
  failed.hidden = false
}

let is_loading = false

function loadProgram() {
  if (is_loading) return
  is_loading = true
  for (const src of PROGRAM) {
    const script = document.createElement('script')
    // In order, and each as a separate task.
    Object.assign(script, { type: 'module', async: false, crossOrigin: '', src, onerror: sayFailed })
    document.head.append(script)
  }
}

try {
  drawFrame(window.foyerFirst)
} catch {
  // A hero saved by another version: the program draws it itself.
}
/** Calls back once the picture was painted, not just rendered. */
function whenPainted(picture, call) {
  const TYPE = 'largest-contentful-paint'
  if (!PerformanceObserver.supportedEntryTypes.includes(TYPE)) return picture.decode().then(call, call)
  const observer = new PerformanceObserver(list => {
    if (list.getEntries().some(({ element }) => element === picture)) call()
  })
  return observer.observe({ type: TYPE, buffered: true })
}

const picture = ['picture', 'backdrop'].map(part).find(image => !image.hidden)
if (picture) whenPainted(picture, loadProgram)
else requestAnimationFrame(() => setTimeout(loadProgram))
// A background page is never painted.
setTimeout(loadProgram, document.hidden ? 0 : HEAD_START_MS)
