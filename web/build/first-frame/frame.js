/**
 * Runs inside index.html, before anything else is there: draws the frame of the page with the shape of what comes, and on
 * the home page the headline of the last visit, as head.js found it. The program is asked for after that picture had its first
 * chance to be painted, so that neither its bytes nor its work stand in the way.
 */
const PROGRAM = '__PROGRAM__'
/** As long as a picture that is nearly there may take: before that, the program would only share its bandwidth. */
const HEAD_START_MS = 400

const frame = document.getElementById('first')
/** Before anybody is signed in. */
const stage = document.getElementById('first-stage')
const part = name => frame.querySelector(`[data-part=${name}]`)

function drawFrame({ has_session, is_narrow, is_home, hero }) {
  if (!has_session) {
    stage.hidden = false
    return
  }
  frame.hidden = false
  if (is_narrow) part('sidebar').classList.replace('w-60', 'w-[4.25rem]')
  part(is_home ? 'home' : 'page').hidden = false
  if (hero) drawHero(hero)
}

function drawHero({ picture, server, about, title }) {
  part('server').textContent = server
  part('about').textContent = about
  part('name').textContent = title.name
  part('overview').textContent = title.overview
  Object.assign(part('picture'), {
    sizes: picture.sizes,
    srcset: picture.srcSet,
    src: picture.src,
    hidden: false,
  })
}

let asked = false

function askForProgram() {
  if (asked) return
  asked = true
  for (const src of PROGRAM) {
    const script = document.createElement('script')
    // In order, and each as a piece of work of its own.
    Object.assign(script, { type: 'module', async: false, crossOrigin: '', src })
    document.head.append(script)
  }
}

try {
  drawFrame(window.foyerFirst)
} catch {
  // A headline kept by another version: the program draws it itself.
}
/** Calls once the picture was really seen: a frame that was only made is still on its way to the screen. */
function whenSeen(picture, call) {
  const TYPE = 'largest-contentful-paint'
  if (!PerformanceObserver.supportedEntryTypes.includes(TYPE)) return picture.decode().then(call, call)
  const observer = new PerformanceObserver(list => {
    if (list.getEntries().some(({ element }) => element === picture)) call()
  })
  return observer.observe({ type: TYPE, buffered: true })
}

const picture = part('picture')
if (picture.hidden) requestAnimationFrame(() => setTimeout(askForProgram))
else whenSeen(picture, askForProgram)
// A page in the background is not painted.
setTimeout(askForProgram, document.hidden ? 0 : HEAD_START_MS)
