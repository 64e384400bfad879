import type { MovieShelf } from './titles-movie.ts'

/** A synopsis is one of each: who, what they meet, and what it costs. */
export interface StoryBank {
  who: readonly string[]
  what: readonly string[]
  turn: readonly string[]
}

function lines(text: string): string[] {
  return text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
}

function bank(who: string, what: string, turn: string): StoryBank {
  return { who: lines(who), what: lines(what), turn: lines(turn) }
}

export const MOVIE_STORIES: Record<MovieShelf, StoryBank> = {
  family: bank(
    `A ten-year-old inventor with one good idea
     A pair of sisters with a very old dog
     The youngest postman on the island
     A shy hedgehog with a suitcase
     An orphaned kite-maker
     A cousin left alone with the keys`,
    `finds a door in the lighthouse that only opens on rainy days
     promises to bring a lost whale home before the school holidays end
     discovers that the town clock has been eating the afternoons
     adopts a small dragon and tries to keep it from the neighbours
     must deliver a single letter to the moon
     sets out to win the harvest regatta in a bathtub`,
    `Being brave, it turns out, is mostly a matter of being there.
     It would be easier if the mayor were not a goat.
     But winter is coming early, and somebody has hidden the key.
     What comes home is not at all what was looked for.
     Only the smallest of all knows how the song ends.`,
  ),
  comedy: bank(
    `A wedding planner who hates weddings
     The least promising salesman in the Midlands
     A reunion of four old school friends
     A retired magician
     A substitute bishop
     A landlady with a rival`,
    `is mistaken for an expert and decides not to say so
     inherits a caravan park, its debts and its only guest
     has one weekend to find a ferret, a ring and an alibi
     accidentally wins a seat on the town council
     agrees to manage a choir that cannot sing
     must host a dinner for the in-laws, the bank and the health inspector`,
    `By Sunday, nobody is who they said they were.
     Somewhere behind it all is a sandwich.
     The truth comes out during the speeches.
     It goes well until the band arrives.
     There is still the matter of Gerald.`,
  ),
  romance: bank(
    `A piano tuner and a cartographer
     Two night clerks in rival hotels
     A florist and a postman
     An aquarium guide and a night watchman
     Two strangers with the same umbrella
     A ferry captain and his relief`,
    `keep meeting at the wrong station
     fall in love through the notes they leave on a shared wall
     agree to spend one summer pretending to be married
     are snowed in with a wedding cake and no wedding
     write to each other for a year without knowing names
     lease the same flat for alternate weeks`,
    `When the season ends, one of them has to miss a boat.
     The last letter arrives too early.
     Neither has mentioned the spring.
     It takes a storm to make them say so.
     Everyone in town knows but the two of them.`,
  ),
  drama: bank(
    `A ferryman's daughter
     The last beekeeper of the valley
     A court interpreter
     A widowed cellist
     A brother nine years out of touch
     A night nurse on a failing ward`,
    `comes home to sell a house that is not quite empty
     is asked to testify against an old friend
     finds the accounts that a father kept for thirty years
     agrees to one last season on the river
     takes in a boy who will not give his name
     begins to repair what the flood left behind`,
    `Some debts, it turns out, are not owed in money.
     The winter is long, and so is the silence.
     What is said at the table cannot be unsaid.
     By the thaw, nobody wants to be first to leave.
     A quiet film about the noise a family makes.`,
  ),
  thriller: bank(
    `A court stenographer
     A night-shift locksmith
     An insurance auditor with a perfect record
     A translator for the harbour police
     A switchboard operator
     A forger who has gone straight`,
    `hears a crime described a day before it happens
     opens a safe and finds an old photograph with a fresh date
     follows a missing payment into a building without an address
     is the only passenger to remember the train's stop
     receives a dead man's post, and then his visitors
     has until morning to prove an absence`,
    `Somebody has been correcting the record.
     The next call is local.
     Every exit was somebody else's plan.
     The trail ends in a familiar handwriting.
     Trust is the one thing nobody left behind.`,
  ),
  crime: bank(
    `An ageing safecracker
     A bookmaker's daughter
     A pigeon fancier with a plan
     A detective on his last rainy week
     A crew of Sunday amateurs
     A card player who never bluffs`,
    `gathers the old crew for one job too simple to refuse
     must return a diamond that was never reported stolen
     discovers who has been running the docks since the war
     takes the fall for a robbery that was only a dream
     has one night to move nine crates across a city on strike
     is offered a fair price for an unfair thing`,
    `The money is the easy part.
     Loyalty has its own exchange rate.
     Then the canal freezes.
     Somebody at the table is counting cards, and it is not the dealer.
     Nobody drives home the way they came.`,
  ),
  action: bank(
    `A disgraced rescue pilot
     The last courier over the pass
     A demolition expert afraid of noise
     An ex-marine with a ferry to catch
     A bodyguard nobody thanks
     A retired stunt driver`,
    `has ninety minutes to cross a city in lockdown
     must bring a witness down from a burning oil platform
     is framed for the theft of a train
     escorts a convoy through the worst storm of the century
     discovers that the hostages are the ones with the plan
     goes back for the one who was left behind`,
    `The bridge will hold for one.
     There is no second parachute.
     The clock was wrong from the start.
     Behind them, the whole coast is on fire.
     It was never about the cargo.`,
  ),
  scifi: bank(
    `The last mapmaker on Mars
     A maintenance crew of three
     A lodger from the day after tomorrow
     An archivist of memories
     A botanist on the ice moon
     A retired android`,
    `receives a distress call in a voice long thought lost
     finds a garden where no garden can be
     must choose which of two identical colonies is real
     wakes to learn that the voyage was never launched
     is hired to forget something for a stranger
     keeps a radio lit for a ship ninety years late`,
    `The answer is already on its way, and it is not friendly.
     Gravity is only the first thing to go.
     What remains of Earth fits into a small wooden box.
     Somebody has to stay awake.
     In the end it is a question of rent.`,
  ),
  horror: bank(
    `A family of wallpaper restorers
     The new organist
     A census taker in the fens
     A pair of sisters with an inherited orchard
     A hospice nurse
     A sleepwalking boy`,
    `moves into a house with one room too many
     finds that the village sings every night, and why
     counts more people in the pews than came in
     digs a well where a well has been filled
     hears the child next door through a wall with no next door
     is asked never to look at the harvest table`,
    `It has learned every name in the house.
     By the eleventh night the doors open inward.
     Some guests were never invited; some were never let go.
     The dark is not empty, only patient.
     Do not hum along.`,
  ),
  fantasy: bank(
    `A lamplighter's apprentice
     The bastard prince of the salt marshes
     A falconer made of glass
     A thief who stole a season
     The youngest witch of the tin mines
     A ferryman between two worlds`,
    `must carry a bell across seven kingdoms without letting it ring
     wakes a giant who only wanted to be asked
     is crowned by mistake and hunted on purpose
     bargains with the river for a brother's name
     finds the map that dreams of its own roads
     has until the first snow to unmake a promise`,
    `Every spell here has a price, and most have a landlord.
     The throne is older than the kings.
     Not all monsters stay where the songs put them.
     Behind the ninth door, somebody has laid one more place.
     Magic, it turns out, keeps receipts.`,
  ),
  mystery: bank(
    `A retired inspector on a walking holiday
     The vicar's sister
     A crossword setter
     A hotel detective with hay fever
     An heiress with a magnifying glass
     The village postmistress`,
    `is present when the prize marrow judge drops dead
     finds a second will in the piano
     counts thirteen guests and twelve coats
     is sent a confession to a murder not yet committed
     notices that the train was, for once, on time
     recognises the body, though it arrived that morning`,
    `Everybody at the table had a reason, and most had cake.
     The gardener did not do it, but he knows.
     One of the portraits has been moved.
     It is always the quiet gramophone.
     The answer was on the menu all along.`,
  ),
  history: bank(
    `A signal officer
     The queen's youngest astronomer
     A daughter of the foundry
     A deserter with a drum
     A printer of forbidden pamphlets
     The thirteenth delegate`,
    `holds a bridge that neither army wants
     carries the terms of a peace that nobody signed
     hides a comet from a nervous court
     must choose between the city and its bells
     writes home from a siege that the maps do not show
     rides through one winter with one order`,
    `History kept the date and lost the name.
     The war ends on a Tuesday; the news comes on Friday.
     What is built here will outlast the flag.
     Of the whole regiment, one letter arrives.
     Victory is what the others call it.`,
  ),
  western: bank(
    `A telegraph rider
     The widow of Mercy Creek
     A preacher with one sermon left
     A fence-builder far from home
     The sheriff's coffin-maker
     A gambler with a borrowed horse`,
    `rides into a town that has stopped burying its dead
     buys back the only well for ninety miles
     carries a verdict the judge would rather lose
     is asked to guard the gold by the men who stole it
     waits for a train that brings exactly three men
     mends seven miles of somebody else's fence`,
    `By sundown the wind has picked a side.
     There is one bullet and two apologies.
     Nobody in town remembers inviting the law.
     The desert keeps what it is told.`,
  ),
  documentary: bank(
    `Over four seasons, this film
     With a patient camera and a dry wit, the director
     Drawing on a thousand hours of home recordings, this portrait
     A small crew on a smaller boat
     Told without narration, this essay
     In a dozen kitchens and two courtrooms, this inquiry`,
    `follows the people who repair what nobody else notices
     watches a shoreline move house, one metre a year
     asks why a whole town learned the accordion
     meets the last three makers of an everyday thing
     counts the birds that came back, and those who wait for them
     traces one loaf from the seed to the argument`,
    `It is funnier than it has any right to be.
     You will never look at a roundabout in the same way.
     The glacier gets the last word.
     A love letter to work done well.`,
  ),
  music: bank(
    `A washed-up country singer
     A pair of drumming sisters
     The brass band of a closed colliery
     A piano prodigy who stopped
     A wedding band with one good song
     The night manager of a laundry`,
    `gets one last booking, in the wrong town
     finds the lost tape everybody has been humming
     has six weeks to win back an audience of nine
     forms a group out of people who cannot leave
     hears a half-forgotten melody on a stranger's radio
     must play the funeral of the man who fired the band`,
    `The encore was not rehearsed.
     It is only rock and roll until somebody's mother arrives.
     The harmony takes longer than the fight.
     Turn it up.`,
  ),
}

export const TAGLINES: { first: readonly string[]; second: readonly string[] } = {
  first:
    'Some doors remember.|Every map lies a little.|The sea keeps receipts.|Nobody waits for Tuesday.|The truth has a back door.|Love travels second class.|Winter came early.|The last light is on.|Everyone was invited.|The music knew first.|Trust is a short street.|It started with a letter.|Somebody has to stay awake.|There is always one more floor.|They only had one umbrella.|Silence is a kind of promise.|The house was never empty.|Courage comes in small sizes.'.split(
      '|',
    ),
  second:
    'Knock anyway.|Bring a coat.|Not everyone is coming home.|Be on time.|Ask the ferryman.|Mind the step.|The rest is weather.|Leave the key.|Tell nobody.|Take the stairs.|Dinner is at eight.|Keep left.|Hold your breath.|Do not look down.|Pack lightly.|Stay for the encore.|Read the small print.|Run.'.split(
      '|',
    ),
}
