import type { ShowShelf } from './titles-show.ts'
import type { StoryBank } from './stories-movie.ts'

function lines(text: string): string[] {
  return text.split('|').map(line => line.trim())
}

function bank(who: string, what: string, turn: string): StoryBank {
  return { who: lines(who), what: lines(what), turn: lines(turn) }
}

export const SHOW_STORIES: Record<ShowShelf, StoryBank> = {
  drama: bank(
    'Three generations of a ferry family|The night staff of a grand hotel|The nurses of a condemned hospital|Four households on one staircase|The cooks of a small embassy',
    'hold together through one impossible year|learn what the last owner left unsaid|keep each other’s secrets until the lease runs out|face a verdict that divides the whole street|try to save the one thing the bank has not priced',
    'Nobody leaves the table early.|The tide does the rest.|Some apologies take a season.|Every landing has its own version.',
  ),
  crime: bank(
    'A detective who transferred one town too far|The coroner’s newest assistant|A squad nobody else wanted|A grey-haired constable with a bicycle|A pair of estranged partners',
    'reopens the case that closed the harbour|follows a string of thefts to a very respectable door|finds a pattern in the flood reports|works the hours when the city lies best|is sent to the marshes to be forgotten, and is not',
    'Every episode, one more thread; every thread, the same hand.|The dead are the punctual ones.|In a town this small, everybody is a witness.',
  ),
  comedy: bank(
    'Five flatmates and one fridge|The staff of an unloved office|The members of a parish council|The night librarians of a day library|A mother, her son and her microphone',
    'negotiate love, rent and the biscuit tin|try not to be noticed by head office|defend the duck pond against progress|accidentally run the best-reviewed hotel in the county|discover that everything is on the record',
    'Nobody learns anything, twice a week.|It is fine. It is all completely fine.|The kettle has seen worse.',
  ),
  scifi: bank(
    'The keeper of a relay station|A county where the lights come from below|An archivist born next century|The youngest heir of a clockwork crown|A colony seven minutes old',
    'picks up a broadcast that has not been sent|guards a door between tides|must decide which history to keep|discovers who wound the world|counts the stars and comes up one short',
    'What wakes will not be talked back to sleep.|The map ends; the road does not.|Everyone here has lived this day before.',
  ),
  action: bank(
    'A rescue team on the worst coast in the north|A smuggler with a conscience|A band of thirteen fighters|A disbanded unit',
    'takes the calls that others return|runs medicine past three navies|races a private army to a drowned city|comes together for a debt that cannot be paid in money',
    'There is always another wave.|The exit is part of the plan, usually.|Hold on.',
  ),
  kids: bank(
    'A captain with a colander for a hat|The smallest bus in Moon Town|A bakery run entirely by dinosaurs|Sir Reginald, a rabbit of great manners,',
    'sails the bathtub in search of lost socks|picks up a new friend at every stop|learns one new word and one new recipe|solves the puzzles of the vegetable patch',
    'With songs.|Snack time is at three.|Everybody gets a turn.',
  ),
  reality: bank(
    'Twelve amateurs|Two rival villages|Kindly experts|Complete strangers',
    'build the shed of their dreams in a week|compete for the county’s finest marrow|judge cakes with consequences|share one barge and one frying pan',
    'Only one may keep the trophy trowel.|Tempers rise; so does the dough.|Nobody is eliminated, but somebody has to steer.',
  ),
  documentary: bank(
    'Filmed over three years,|From the engine room to the sky,|With cameras where no one had looked,|Patient and handsome,',
    'it listens to the places the wind made|it meets the people behind the machines|it goes under the streets by boat|it stays up with the animals that do',
    'Bring a blanket.|Quietly astonishing.|Narrated by nobody, mostly.',
  ),
  mystery: bank(
    'A spinster with excellent hearing|A lake that gives things back|A house of seven tenants|The undertaker’s honest son',
    'draws a city detective into a village matter|brings home a girl nobody reported missing|must account for the night the lamps went out|finds one more name in the ledger than in the ground',
    'The gardeners know.|Every answer opens a gate.|Trust the one who makes the tea.',
  ),
  anime: bank(
    'A clumsy apprentice with a cursed ladle|The stationmaster, who is a cat,|A retired dragon|A delivery club that works by starlight|A shrine maiden with a rival',
    'must win the tournament of a thousand bowls|keeps the last train running between worlds|guards a sword that would rather be a flower|answers letters addressed to ghosts|builds a machine that prays',
    'The final petal falls in spring.|Friendship is the second-strongest technique.|Somewhere, a bell is late.',
  ),
}

export const EPISODE_TITLES =
  'Fog|Bell|The Wrong Boat|Low Tide|A Visitor|Paper Walls|The Long Stair|Salt|What Nora Saw|Half a Key|The Inspector Calls Back|Lanterns|Nothing to Declare|The Empty Chair|Second Helpings|Cold Tea|The Map Room|An Honest Mistake|Weather Permitting|The Ferry Does Not Wait|Old Friends|Static|Third Time|Underneath|The Lodger|A Small Favour|Blackout|Closing Time|The Letter|Harvest|Snowed In|Two Truths|The Audition|Open House|Lost and Found|Night Shift|The Birthday|Rehearsal|Borrowed Time|Crossing|The Witness|Dead Calm|Off the Record|The Good Plates|Homecoming|Left Luggage|Undertow|The Quiet Car|Last Orders|Morning'.split(
    '|',
  )
