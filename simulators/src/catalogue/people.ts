import { createRandom } from '../kit/random.ts'
import { DAY_MS, isoDay } from '../kit/time.ts'
import { artPath } from './art/art.ts'
import type { Mood } from './art/palettes.ts'
import { BIRTHPLACES, CHARACTER_NAMES, FIRST_NAMES, LAST_NAMES } from './people-names.ts'
import type { CastCredit, CrewCredit, Person } from './types.ts'

const PEOPLE = 420
const FIRST_PERSON_ID = 700_001
/** Performers flagged adult: they must never reach a household that hides such titles. */
const ADULT_PERFORMERS = 4

const CRAFTS = [
  { department: 'Directing', job: 'Director' },
  { department: 'Writing', job: 'Screenplay' },
  { department: 'Camera', job: 'Director of Photography' },
  { department: 'Editing', job: 'Editor' },
  { department: 'Sound', job: 'Original Music Composer' },
  { department: 'Production', job: 'Producer' },
] as const

export function buildPeople(seed: string, now: number): Person[] {
  const random = createRandom(`${seed}:people`)
  const names = new Set<string>()
  while (names.size < PEOPLE) names.add(`${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`)
  return [...names].map((name, i) => {
    const id = FIRST_PERSON_ID + i
    const adult = i >= PEOPLE - ADULT_PERFORMERS
    const acts = adult || i % 4 !== 3
    const place = random.pick(BIRTHPLACES)
    const department = acts ? 'Acting' : random.pick(CRAFTS).department
    const age = random.int(19, 84)
    return {
      id,
      name,
      gender: random.pick([1, 2, 1, 2, 1, 2, 3] as const),
      adult,
      known_for_department: department,
      biography: `Born in ${place}, ${name} came to ${acts ? 'the stage' : 'the trade'} late and never left it. ${random.pick(BIOGRAPHY_ENDS)}`,
      birthday: random.chance(0.9) ? isoDay(now - age * 365.25 * DAY_MS - random.int(0, 364) * DAY_MS) : null,
      deathday: age > 78 && random.chance(0.5) ? isoDay(now - random.int(200, 2000) * DAY_MS) : null,
      place_of_birth: place,
      popularity: Math.round((0.4 + random.next() ** 4 * 38) * 1000) / 1000,
      profile_path: random.chance(0.86) ? artPath('f', random.pick(FACE_MOODS), `person:${id}`) : null,
      imdb_id: `nm${9_000_000 + i}`,
    }
  })
}

const FACE_MOODS: readonly Mood[] = ['b', 'w', 'c', 'g', 'n']

const BIOGRAPHY_ENDS = [
  'Off duty, a keen sailor and a poor loser at cards.',
  'Critics praise the silences most of all.',
  'The first role was a lamp post in a school play; reviews were kind.',
  'Known for long rehearsals and short speeches.',
  'Lives with two dogs and an unfinished boat.',
  'Still answers fan letters by hand, eventually.',
]

export function creditId(kind: string, ...parts: (string | number)[]): string {
  const random = createRandom(`${kind}:${parts.join(':')}`)
  return Array.from({ length: 24 }, () => random.int(0, 15).toString(16)).join('')
}

/** A company of actors and a small crew, the same each time for one title. */
export function buildCredits(
  people: readonly Person[],
  title: string,
  adult: boolean,
): { cast: CastCredit[]; crew: CrewCredit[] } {
  const random = createRandom(`credits:${title}`)
  const actors = people.filter(person => person.known_for_department === 'Acting' && person.adult === adult)
  const makers = people.filter(person => person.known_for_department !== 'Acting')
  const characters = random.shuffle(CHARACTER_NAMES)
  const cast = random.sample(actors, random.int(6, 11)).map((person, order) => ({
    person_id: person.id,
    character: characters[order % characters.length] ?? '',
    credit_id: creditId('cast', title, person.id),
    order,
  }))
  const crew = CRAFTS.map(craft => {
    const own = makers.filter(person => person.known_for_department === craft.department)
    const person = random.pick(own.length > 0 ? own : makers)
    return { person_id: person.id, ...craft, credit_id: creditId('crew', title, craft.job) }
  })
  return { cast, crew }
}
