/** What somebody wants of the demo's assistant. */
export type Wish =
  | { kind: 'greeting' | 'thanks' | 'no' | 'help' | 'stuck' | 'queue' | 'disks' | 'requests' | 'other' }
  | { kind: 'request' | 'similar' | 'status' | 'about'; title: string }
  | { kind: 'find'; topic: string }
  | { kind: 'trending'; media_type: 'movie' | 'tv' | 'all' }

const GREETING = /^(hi|hello|hey|hallo|moin|servus|good (morning|evening|day)|guten (morgen|tag|abend))\b/i
const THANKS = /\b(thanks|thank you|danke|vielen dank)\b/i
const YES = /^(yes|yep|sure|ok|okay|ja|klar|gern|gerne|please|bitte|do it|mach das)\b/i
const NO = /^(no|nope|nein)\b/i
const HELP = /\b(help|hilfe|what can you do|was kannst du|was geht)\b/i

const REQUEST = [
  /^(?:(?:please|could you|can you|would you)\s+)*(?:request|add|order|get me|get us)\s+(.+)$/i,
  /^i(?:'d| would) like (?:you )?to request\s+(.+)$/i,
  /^(?:(?:bitte|kannst du(?: bitte)?|könntest du(?: bitte)?)\s+)*(?:fordere?|frage?)\s+(.+?)\s+an$/i,
  /^(?:(?:bitte|kannst du(?: bitte)?|könntest du(?: bitte)?|ich möchte)\s+)*(.+?)\s+(?:anfragen|anfordern|wünschen|bestellen|besorgen)$/i,
  /^(?:bitte\s+)?(?:hol|hole|besorg|besorge|bestell|bestelle)\s+(?:mir |uns )?(.+)$/i,
  /^(?:ich wünsche mir|wünsch(?:e)? mir|wünsch(?:e)? uns)\s+(.+)$/i,
]
const SIMILAR = [
  /^(?!.*\bwould like\b)(?:.*\s)?(?:something|anything|movies?|films?|shows?|series|more|titles)\s+(?:like|similar to)\s+(.+)$/i,
  /^similar to\s+(.+)$/i,
  /^(?:.*\s)?(?:etwas|was|filme?|serien?|ähnlich|ähnliches|mehr)\s+wie\s+(.+)$/i,
]
const FIND_ABOUT = [
  /^(?!what\b)(?:.*\s)?(?:movies?|films?|shows?|series|something|anything|titles?)\s+about\s+(?:the |an? )?(.+)$/i,
  /^(?:.*\s)?(?:filme?|serien?|etwas|was)\s+über\s+(?:den |die |das |eine? |einen )?(.+)$/i,
]
const FIND = [
  /^(?:(?:please|could you|can you)\s+)*(?:find|search(?: for)?|look for)\s+(?:me |us )?(.+)$/i,
  /^(?:(?:bitte|kannst du)\s+)*(?:finde?|suche?)\s+(?:mir |uns )?(?:nach )?(.+)$/i,
]
const ABOUT = [
  /^(.+?) (?:just arrived|is trending)\b/i,
  /^(?:tell me (?:more )?about|what is)\s+(.+?)(?:\s+about)?$/i,
  /^is\s+(.+?)\s+any good$/i,
  /^(.+?) ist gerade (?:angekommen|angesagt)\b/i,
  /^(?:erzähl mir (?:etwas|mehr) (?:über|von)|worum geht es in|worum geht's in)\s+(.+)$/i,
]
const STATUS = [
  /\bmy request for\s+(.+)$/i,
  /\bmeinen wunsch\s+(.+)$/i,
  /^(?:is|are)\s+(.+?)\s+(?:already\s+)?(?:here|there|available|in (?:the|our) library)(?:\s+(?:yet|already))?$/i,
  /^(?:do we have|do you have|have we got|have you got|where is|what about)\s+(.+?)(?:\s+(?:here|yet|already))?$/i,
  /^ist\s+(.+?)\s+(?:schon\s+)?(?:da|hier|verfügbar|vorhanden|in der bibliothek)$/i,
  /^(?:haben wir|habt ihr|hast du|gibt es|gibt's|wo ist|was ist mit)\s+(.+?)(?:\s+(?:schon|hier|da|bei uns))*$/i,
]
const TRENDING =
  /\b(what'?s new|what is new|what’s new|trending|popular|recommend|suggest|tonight|everybody watching|find an? (movie|show)|should (i|we) watch|neues|neu|angesagt|beliebt|empfiehl|empfehl\w*|vorschl\w+|heute abend|schauen .*alle|finde eine? (film|serie)|finde einen film|(soll|sollen|kann|können) (ich|wir) (schauen|sehen))\b/i
const STUCK = /\b(stuck|stalled|wrong|problems?|probleme?|hängt|hängen|klemmt|steckt|fest|schief)\b/i
const DISKS = /\b(disks?|space|storage|speicher\w*|platz|festplatten?)\b/i
const QUEUE = /\b(downloads?|downloading|queue|warteschlange|unterwegs|lädt|geladen|on (its|the) way)\b/i
/** Words that make a question of what would otherwise look like a title. */
const OPEN =
  /^(new|stuck|wrong|on|everybody|popular|trending|downloading|going|the (queue|matter|problem))\b/i
const REQUESTS =
  /\b(my requests|did i request|have i requested|meine (anfragen|wünsche)|habe ich (mir )?(bisher )?(angefragt|gewünscht))\b/i

/** A bare title: short, and not a sentence of any kind above. */
const MAX_TITLE_WORDS = 5

function firstMatch(patterns: readonly RegExp[], text: string): string | undefined {
  for (const pattern of patterns) {
    const title = titleIn(pattern.exec(text)?.[1] ?? '')
    if (title !== '') return title
  }
  return undefined
}

/** Without quotes, politeness, a year and the kind of title. */
function titleIn(text: string): string {
  return text
    .replaceAll(/["“”„«»*]/g, '')
    .replace(/\s+(please|bitte|for me|für mich)$/i, '')
    .replace(/\s*\((19|20)\d\d\)$/, '')
    .replace(/^(please|bitte)\s+/i, '')
    .replace(/^(the (movie|film|show|series)|den film|der film|die serie)\s+/i, '')
    .trim()
}

/** The title that the assistant named in bold when it asked a question about a single one. */
function offeredTitle(before: string): string | undefined {
  const titles = [...before.matchAll(/\*\*([^*]+)\*\*/g)].map(match => match[1] ?? '')
  return titles.length === 1 && before.trim().endsWith('?') ? titles[0] : undefined
}

function mediaTypeIn(text: string): 'movie' | 'tv' | 'all' {
  if (/\b(movies?|films?|filme)\b/i.test(text)) return 'movie'
  return /\b(shows?|series|serien?|tv)\b/i.test(text) ? 'tv' : 'all'
}

export function wishOf(said: string, before: string): Wish {
  const text = said
    .trim()
    .replaceAll('’', "'")
    .replace(/[?!.\s]+$/, '')
  const words = text.split(/\s+/).length
  const offered = offeredTitle(before)
  if (YES.test(text) && words <= 4 && offered !== undefined) return { kind: 'request', title: offered }
  if (NO.test(text) && words <= 3) return { kind: 'no' }
  if (GREETING.test(text) && words <= 4) return { kind: 'greeting' }
  if (THANKS.test(text) && words <= 5) return { kind: 'thanks' }
  if (HELP.test(text)) return { kind: 'help' }
  if (REQUESTS.test(text)) return { kind: 'requests' }
  return titledWish(text) ?? openWish(text, words)
}

function titledWish(text: string): Wish | undefined {
  const requested = firstMatch(REQUEST, text)
  if (requested !== undefined) return { kind: 'request', title: requested }
  const similar = firstMatch(SIMILAR, text)
  if (similar !== undefined) return { kind: 'similar', title: similar }
  const topic = firstMatch(FIND_ABOUT, text)
  if (topic !== undefined) return { kind: 'find', topic }
  const described = firstMatch(ABOUT, text)
  if (described !== undefined && !OPEN.test(described)) return { kind: 'about', title: described }
  if (TRENDING.test(text)) return { kind: 'trending', media_type: mediaTypeIn(text) }
  const searched = firstMatch(FIND, text)
  if (searched !== undefined) return { kind: 'find', topic: searched }
  const looked_up = firstMatch(STATUS, text)
  const is_title = looked_up !== undefined && !STUCK.test(looked_up) && !DISKS.test(looked_up)
  return is_title ? { kind: 'status', title: looked_up } : undefined
}

function openWish(text: string, words: number): Wish {
  if (STUCK.test(text)) return { kind: 'stuck' }
  if (DISKS.test(text)) return { kind: 'disks' }
  if (QUEUE.test(text)) return { kind: 'queue' }
  const quoted = /["“„«]([^"“”„«»]+)["”“»]/.exec(text)?.[1]
  if (quoted !== undefined) return { kind: 'status', title: titleIn(quoted) }
  const is_question =
    /^(what|who|why|how|when|where|was|wer|warum|wie|wann|wo|can|could|kannst|tell|erzähl)\b/i.test(text)
  const is_bare_title = words <= MAX_TITLE_WORDS && !is_question && /^[\p{Lu}\d]/u.test(text)
  return is_bare_title ? { kind: 'status', title: titleIn(text) } : { kind: 'other' }
}
